"""Positions of the pages on playing Georgian nardi well.

The plays shown are those that another engine, bgsage, prefers by a clear margin among
the plays that the Georgian rules allow.
"""

from games.rulebook.diagrams.diagram import Diagram
from games.rulebook.diagrams.georgian import START

OPENINGS = (
    ("2-1", "13/11 6/5"),
    ("3-1", "8/5 6/5"),
    ("4-1", "24/23 13/9"),
    ("5-1", "24/23 13/8"),
    ("6-1", "13/7 8/7"),
    ("3-2", "24/21 13/11"),
    ("4-2", "8/4 6/4"),
    ("5-2", "24/22 13/8"),
    ("6-2", "24/18 13/11"),
    ("4-3", "24/21 13/9"),
    ("5-3", "8/3 6/3"),
    ("6-3", "24/18 13/10"),
    ("5-4", "24/20 13/8"),
    ("6-4", "24/14"),
    ("6-5", "24/13"),
)
"""A good play for each opening roll."""

DIAGRAMS = (
    Diagram(
        "gs-opening",
        "georgian",
        *START,
        dice=(3, 1),
        made="8/5 6/5",
        legal=("8/5 6/5",),
        shots=0,
    ),
    Diagram(
        "gs-shots-near", "georgian", *START, dice=(2, 1), made="13/11 6/5", shots=15
    ),
    Diagram(
        "gs-shots-far", "georgian", *START, dice=(4, 3), made="13/10 13/9", shots=11
    ),
    Diagram(
        "gs-company",
        "georgian",
        mine="23:1 16:1 9:1 8:3 7:3 6:4 4:2",
        theirs="2:2 5:1 12:2 17:2 19:3 20:1 21:2 22:2",
        dice=(4, 1),
        made="9/5* 6/5",
        lit=(8, 7, 6, 5, 4),
    ),
    Diagram(
        "gs-not-alone",
        "georgian",
        mine="20:2 13:2 9:1 8:2 6:4 4:2 3:2",
        theirs="1:1 12:2 15:2 17:3 19:3 22:2 24:2",
        dice=(4, 1),
        made="9/5 6/5",
        legal=("6/1*",),
        shots=0,
    ),
    Diagram(
        "gs-anchor",
        "georgian",
        mine="24:1 23:1 13:4 8:2 6:5 4:2",
        theirs="1:2 12:2 15:1 17:3 18:2 19:5",
        dice=(3, 2),
        made="24/21 23/21",
        shots=0,
    ),
    Diagram(
        "gs-escape",
        "georgian",
        mine="23:1 7:3 6:2 5:4 4:2 2:3",
        theirs="3:3 12:1 17:2 19:2 20:2 21:2 22:3",
        dice=(5, 4),
        made="23/18 18/14",
        closed=(22, 21, 20, 19, 17),
    ),
    Diagram(
        "gs-wall",
        "georgian",
        mine="24:1 13:1 11:1 8:4 7:2 6:4 5:2",
        theirs="bar:1 1:2 12:3 18:2 19:3 21:2 22:2",
        dice=(4, 2),
        made="8/4 6/4",
        lit=(8, 7, 6, 5, 4),
    ),
    Diagram(
        "gs-two-on-the-bar",
        "georgian",
        mine="23:1 12:1 7:1 5:2 4:2 3:2 2:3 1:3",
        theirs="bar:2 17:2 19:2 20:2 21:3 22:2 24:2",
        dice=(6, 1),
        made="12/6 7/6",
        lit=(6, 5, 4, 3, 2, 1),
        shots=0,
    ),
    Diagram(
        "gs-race",
        "georgian",
        mine="13:2 5:2 4:2 3:3 2:2 1:4",
        theirs="7:2 19:2 20:2 21:2 22:2 23:3 24:2",
        dice=(4, 4),
        made="13/9 13/9 9/5 9/5",
        shots=0,
    ),
    Diagram(
        "gs-hold",
        "georgian",
        mine="20:2 13:3 6:4 5:3 4:1 2:2",
        theirs="7:2 17:2 19:3 21:1 22:2 23:2 24:3",
        dice=(6, 1),
        made="13/12 12/6",
        legal=("20/13", "20/14 5/4"),
    ),
    Diagram(
        "gs-clear",
        "georgian",
        mine="7:2 6:4 5:3 4:2 3:2 2:2",
        theirs="1:3 17:1 19:3 20:2 21:2 22:2 23:2",
        dice=(5, 1),
        made="7/2 7/6",
        shots=0,
    ),
    Diagram(
        "gs-even",
        "georgian",
        mine="6:2 5:2 4:3 3:4 1:3 off:1",
        theirs="2:2 19:2 20:2 21:2 22:2 23:2 24:3",
        dice=(5, 3),
        made="6/1 6/3",
        legal=("5/off 3/off",),
        shots=0,
    ),
    Diagram(
        "gs-greedy",
        "georgian",
        mine="6:2 5:2 4:3 3:4 1:3 off:1",
        theirs="2:2 19:2 20:2 21:2 22:2 23:2 24:3",
        dice=(5, 3),
        made="5/off 3/off",
        shots=11,
    ),
    Diagram(
        "gs-save",
        "georgian",
        mine="11:1 6:1 4:1 3:2 2:6 1:4",
        theirs="22:2 23:2 off:11",
        dice=(6, 1),
        made="11/5 1/off",
        legal=("11/4", "11/5 6/5"),
    ),
)
