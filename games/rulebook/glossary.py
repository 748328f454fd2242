"""The words of the game in the site's four languages, and the names of the dice."""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("ka", "en", "ru", "tr")


@dataclass(frozen=True, slots=True)
class Term:
    """One thing and what it is called; the first word is the one that the site uses."""

    key: str
    ka: str
    en: str
    ru: str
    tr: str

    def words(self, language: str) -> str:
        """What it is called in a language."""
        return {"ka": self.ka, "en": self.en, "ru": self.ru, "tr": self.tr}[language]


@dataclass(frozen=True, slots=True)
class Roll:
    """What a number or a double is called; empty where no source confirms a name."""

    dice: str
    ka: str
    en: str
    ru: str
    tr: str


_ALL = (
    # games
    Term("nardi", "ნარდი", "nardi, nardy", "нарды", "nardi, tavla"),
    Term(
        "georgian-nardi",
        "ქართული ნარდი",
        "Georgian nardi",
        "грузинские нарды",
        "Gürcü nardisi",
    ),
    Term("short-nardy", "მოკლე ნარდი", "short nardy", "короткие нарды", "kısa narde"),
    Term("long-nardy", "გრძელი ნარდი", "long nardy", "длинные нарды", "uzun narde"),
    Term(
        "backgammon",
        "ბექგემონი, ევროპული ნარდი",
        "backgammon",
        "бэкгаммон",
        "backgammon, modern tavla",
    ),
    # board
    Term("board", "დაფა", "board", "доска", "tahta"),
    Term("quarter", "მეოთხედი, ველი", "quarter", "четверть", "kadran"),
    Term("point", "პუნქტი", "point", "пункт", "hane"),
    Term("home", "სახლი", "home", "дом", "ev"),
    Term("yard", "ეზო", "yard, outer board", "двор", "dış saha"),
    Term("bar", "ბარი", "bar", "бар", "bar"),
    Term(
        "white-and-black",
        "თეთრი და შავი",
        "White and Black",
        "белые и чёрные",
        "beyaz ve siyah",
    ),
    Term("path", "გზა", "path", "путь", "yol"),
    # checkers
    Term("checker", "ქვა", "checker", "шашка", "pul"),
    Term("rear", "უკანა ქვები", "rear checkers", "задние шашки", "arka pullar"),
    Term(
        "blot",
        "მარტო მდგომი ქვა",
        "blot, single checker",
        "одиночная шашка, блот",
        "açık pul",
    ),
    Term("closed", "დაკეტილი პუნქტი", "closed point", "закрытый пункт", "kapı"),
    Term("make", "პუნქტის დაკეტვა", "make a point", "закрыть пункт", "kapı almak"),
    Term("anchor", "საყრდენი პუნქტი", "anchor", "якорь", "rakip evdeki kapı"),
    Term("block", "კედელი, ბლოკი", "wall, block", "забор, блок", "duvar, blok"),
    Term(
        "six-block",
        "ექვსიანი კედელი",
        "six in a row, prime",
        "забор из шести",
        "altılı kapı",
    ),
    Term("gap", "ღიობი", "gap", "брешь", "boşluk"),
    Term("tower", "ქვების გროვა", "stack, tower", "башня", "kule, yığın"),
    # dice and turn
    Term("die", "კამათელი", "die, dice", "зара, зары; кубик", "zar"),
    Term("roll", "გაგორება, აგდება", "roll, throw", "бросок", "zar atmak"),
    Term("double", "დუბლი", "double", "дубль", "çift"),
    Term(
        "opening",
        "კენჭისყრა კამათლით",
        "opening roll",
        "розыгрыш первого хода",
        "açılış zarı",
    ),
    Term("step", "ნაბიჯი", "step", "шаг", "adım"),
    Term("move", "სვლა", "move, play", "ход", "hamle"),
    Term("turn", "ჯერი", "turn", "очередь хода", "sıra"),
    Term("pass", "ჯერის გადასვლა", "pass", "пропуск хода", "sıranın geçmesi"),
    Term("pip", "ნაბიჯების ჯამი, პიპი", "pip count", "пипы", "pip sayısı"),
    Term(
        "full-use",
        "სრული სვლა",
        "using every number",
        "полный ход",
        "zarın tamamını oynamak",
    ),
    Term("notation", "ჩანაწერი", "notation", "запись ходов", "notasyon"),
    # hitting
    Term("hit", "მოკვლა", "hit", "бить, побить", "kırmak, vurmak"),
    Term("hit-checker", "მოკლული ქვა", "hit checker", "битая шашка", "kırık pul"),
    Term("enter", "გაცოცხლება, შემოსვლა", "enter", "войти с бара", "girmek"),
    Term("shut-out", "დაკეტილი სახლი", "shut out", "закрытый дом", "kapalı ev"),
    Term(
        "stay",
        "სახლში მოკალი, იქვე დარჩი",
        "hit at home, stay there",
        "побил дома — остаёшься",
        "evinde kıran orada kalır",
    ),
    Term(
        "held",
        "შესანარჩუნებელი პუნქტი",
        "held point",
        "удерживаемый пункт",
        "tutulan hane",
    ),
    Term(
        "hit-and-run",
        "მოკვლა და გაქცევა",
        "hit and run, pick and pass",
        "бить на проход",
        "vur-kaç",
    ),
    Term("shot", "მოკვლის შანსი", "shot", "шанс побить", "kırma şansı"),
    Term("contact", "კონტაქტი", "contact", "контакт", "temas"),
    Term("race", "რბოლა", "race", "гонка", "yarış"),
    # long nardy
    Term("head", "თავი", "head", "голова", "baş, başlangıç hanesi"),
    Term(
        "from-the-head",
        "თავიდან აღება",
        "take from the head",
        "взять с головы",
        "baştan pul almak",
    ),
    Term(
        "first-turn",
        "პირველი სვლის გამონაკლისი",
        "first turn exception",
        "исключение первого хода",
        "ilk hamle istisnası",
    ),
    Term(
        "white-opens", "თეთრი იწყებს", "White opens", "начинают белые", "beyaz başlar"
    ),
    # the end
    Term("bear-off", "გაყვანა", "bear off", "выбрасывать, снимать", "toplamak"),
    Term("oini", "ოინი", "oini, oin", "оин", "tek oyun, oyun"),
    Term("mars", "მარსი", "mars, gammon", "марс", "mars"),
    Term("koks", "კოქსი", "koks, backgammon", "кокс", "katmerli mars"),
    Term("score-point", "ქულა", "point", "очко", "sayı"),
    Term("game", "ხელი", "game", "партия", "oyun, el"),
    Term("match", "მატჩი", "match", "матч", "maç"),
    Term("score", "ანგარიში", "score", "счёт", "skor"),
    Term(
        "cube",
        "გაორმაგების კუბი, დავი",
        "doubling cube",
        "куб удвоения",
        "katlama küpü, vido",
    ),
    Term("draw", "ფრე", "draw", "ничья", "beraberlik"),
    # at the table
    Term("table", "მაგიდა", "table", "стол", "masa"),
    Term("lobby", "ლობი", "lobby", "лобби", "lobi"),
    Term("opponent", "მოწინააღმდეგე", "opponent", "соперник", "rakip"),
    Term("take-back", "ნაბიჯის დაბრუნება", "take back", "отменить ход", "geri almak"),
    Term("confirm", "დადასტურება", "confirm", "подтвердить", "onaylamak"),
    Term("move-time", "სვლის დრო", "move time", "время на ход", "hamle süresi"),
    Term(
        "grace",
        "დაბრუნების დრო",
        "time of grace",
        "время на возвращение",
        "dönüş süresi",
    ),
    Term("resign", "დათმობა", "resign", "сдаться", "pes etmek"),
    Term("rematch", "რევანში", "rematch", "реванш", "rövanş"),
    Term("entry", "შესასვლელი", "entry", "вход", "giriş"),
    Term("domino-coin", "Domino Coin", "Domino Coin", "Domino Coin", "Domino Coin"),
    Term(
        "position-string",
        "პოზიციის კოდი",
        "position string",
        "код позиции",
        "konum kodu",
    ),
)

TERMS = {term.key: term for term in _ALL}

# Only names that are confirmed; the Georgian ones of most doubles and of all mixed
# rolls are not.
DICE_NAMES = (
    Roll("1", "იაკი", "yaki", "ек", "yek"),
    Roll("2", "დუ", "du", "ду", "dü"),
    Roll("3", "სე", "se", "се", "se"),
    Roll("4", "ჩარი", "chari", "чар", "cihar"),
    Roll("5", "ფანჯი", "panji", "пяндж", "penç"),
    Roll("6", "შაში", "shashi", "шаш, шеш", "şeş"),
    Roll("1-1", "", "", "эп-йек", "hepyek"),
    Roll("2-2", "", "", "дю-бара", "dubara"),
    Roll("3-3", "", "", "", "düse"),
    Roll("4-4", "დორჩარი", "dorchari", "дёрт-джахар", "dörtcihar"),
    Roll("5-5", "", "", "ду-беш", "dübeş"),
    Roll("6-6", "დუშაში", "dushashi", "ду-шаш, ду-шеш", "düşeş"),
    Roll("6-5", "", "", "шеш-беш", "şeşbeş"),
    Roll("6-4", "", "", "", "şeş cihar"),
    Roll("6-1", "", "", "", "şeşi yek"),
    Roll("5-1", "", "", "", "penci yek"),
    Roll("3-2", "", "", "се-бай-ду", "sebai dü"),
    Roll("2-1", "", "", "ики-бир", "yeki dü, iki bir"),
)
