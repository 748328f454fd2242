"""English: where each page is and what is said of it."""

from games.rulebook.languages.entry import Entry

ENTRIES = {
    "index": Entry(
        path="rules/",
        name="All four games",
        title="Rules of nardi: four games on one page",
        description=(
            "Georgian nardi, short nardy and long nardy in short: first position, who"
            " begins, how to move, what a win is worth. With diagrams."
        ),
    ),
    "georgian": Entry(
        path="rules/georgian-nardi/",
        name="Georgian nardi",
        title="Georgian nardi rules, step by step",
        description=(
            "How to play Georgian nardi: the board, the opening roll, hitting, the bar,"
            " the rule that a checker hitting at home stays there, bearing off."
        ),
    ),
    "long": Entry(
        path="rules/long-nardy/",
        name="Long nardy",
        title="Long nardy rules with diagrams",
        description=(
            "Long nardy explained: one checker from the head, the first turn with a"
            " double, six points in a row, bearing off. Every example is a diagram."
        ),
    ),
    "short": Entry(
        path="rules/short-nardy/",
        name="Short nardy",
        title="Short nardy rules",
        description=(
            "Short nardy is backgammon without the cube: first position, White opens,"
            " hitting and running on, entering, bearing off, gammon and backgammon."
        ),
    ),
    "scoring": Entry(
        path="rules/oini-mars-koks/",
        name="Oini, mars, koks",
        title="Oini, mars and koks: how nardi is scored",
        description=(
            "What a win in nardi is worth: oini one point, mars two, koks three. The"
            " winner's home, a match game by game, and when to play a lost game on."
        ),
    ),
    "compare": Entry(
        path="rules/nardi-and-backgammon/",
        name="Nardi and backgammon",
        title="Nardi and backgammon compared, rule by rule",
        description=(
            "Georgian nardi, short nardy, long nardy and backgammon side by side in one"
            " table: opening, hitting, the head, walls of six, scoring, the cube."
        ),
    ),
    "playing": Entry(
        path="rules/playing-here/",
        name="Playing on this site",
        title="How to play nardi on this site",
        description=(
            "Tables, dice, tapping a checker, taking back, the move clock, what happens"
            " when the line breaks, and fair play: how our tables work."
        ),
    ),
    "first-game": Entry(
        path="rules/first-game-of-long-nardy/",
        name="A first game of long nardy",
        title="A first game of long nardy, move by move",
        description=(
            "Watch a whole game of long nardy with the board beside the words: why each"
            " move was played, from the first checker off the head to the last one home."
        ),
    ),
    "georgian-strategy": Entry(
        path="rules/georgian-nardi-strategy/",
        name="Better at Georgian nardi",
        title="Georgian nardi strategy: thirteen ideas with positions",
        description=(
            "Thirteen ideas for Georgian nardi, each with positions: opening moves,"
            " counting shots, hitting at home, anchors, walls, racing, saving a mars."
        ),
    ),
    "long-strategy": Entry(
        path="rules/long-nardy-strategy/",
        name="Better at long nardy",
        title="Long nardy strategy: twelve ideas with positions",
        description=(
            "Twelve ideas for long nardy, each with a position: clearing the head,"
            " points that hurt, walls of five, spare moves, the way home."
        ),
    ),
    "glossary": Entry(
        path="rules/glossary/",
        name="Glossary",
        title="Nardi glossary in four languages",
        description=(
            "The words of nardi in English, Georgian, Russian and Turkish, explained:"
            " from anchor to yard, with the Persian names of the dice."
        ),
    ),
    "coin": Entry(
        path="domino-coin/",
        name="Domino Coin",
        title="Domino Coin: what it is and what it is not",
        description=(
            "The play coin of this site: given free, used for the entry of a table,"
            " never bought, never cashed in, worth nothing anywhere else."
        ),
    ),
    "terms": Entry(
        path="terms/",
        name="Terms of use",
        title="Terms of use",
        description=(
            "What you may expect of this site and what it expects of you: free games"
            " as they are, one account each, fair play, coins that are no money."
        ),
    ),
    "privacy": Entry(
        path="privacy/",
        name="Privacy",
        title="Privacy: what this site knows about you",
        description=(
            "Which data the site keeps, what for, who sees them, which cookies it sets,"
            " and how to get a copy or have everything deleted."
        ),
    ),
    "contact": Entry(
        path="contact/",
        name="Contact",
        title="Contact: whom to write to, and what to say",
        description=(
            "A question about the rules, a fault, a complaint, or your data: where to"
            " write and what helps us to help you."
        ),
    ),
}
