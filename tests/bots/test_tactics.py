"""Late positions with one decision that is clearly best, which the best level must find.

Every case is proved by trying everything to the end of the game, without the search. The search
gets a number of iterations, so that a busy machine changes nothing; in one second level 8 does at
least ten times as many.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

import contrada as library
from contrada.bots import levels
from contrada.bots.player import Limits
from contrada.games.contract import Game, Position
from tests.bots.exhaustive import Exhaustive

ITERATIONS = 3_000
BUDGET = 1_000_000  # positions to try for one answer of the compiled search

Measure = Callable[[Position, int], float]


def result(ended: Position, seat: int) -> float:
    """Return 1 for a win, or the share of a shared win."""
    outcome = ended.outcome()
    assert outcome is not None
    return outcome.results[seat]


def points(ended: Position, seat: int) -> float:
    return ended.scores()[seat]


class Case(NamedTuple):
    """A position, its best decisions, and their result at the end of the game."""

    game: str
    name: str
    seats: int
    best: tuple[str, ...]
    measure: Measure
    after_it: float
    otherwise: float  # at most
    why: str
    position: str


CASES = [
    Case(
        "urbino",
        "lock after the last house",
        2,
        ("g9-i7",),
        result,
        1,
        0,
        "A house on i6 wins the district of h5 and h6, 18 : 17, and with an architect on i7 "
        "nobody can build any more; after any other way to build there White can build, "
        "too, and comes out ahead.",
        "3T1t1h1/H2P1p1hH/2PTPth2/1P1P1h1h1/1h1Tpt1H1/1hp3H2/1p2Ph1H1/H2hhp1p1/1HH1h1H2 g8,"
        "g9 b turn 1 base",
    ),
    Case(
        "urbino",
        "leave no lot before joining",
        2,
        ("b8-a9",),
        result,
        1,
        0,
        "With architects on a9 and c9 and a building on b9 Black must skip; then b8 joins "
        "b9 to White's block, which has 18, and wins the one district with 20 : 19 at "
        "least.",
        "4p4/2hpt4/PHptp4/1PT1t4/PTPTh4/9/9/9/9 b8,c9 w turn 0 base",
    ),
    Case(
        "urbino",
        "build and keep a lot",
        2,
        ("i9-e4",),
        result,
        1,
        0,
        "A house on g2 brings 16 : 15, Black must skip, and e1 brings 17; at 15 : 15 "
        "Black's palaces would win, and after any other way to g2 Black has an answer.",
        "2p2hpH1/P1hhT4/2hpH1P2/1H1t1PHh1/1P1p1T1p1/1HH2Hpth/hH1ht4/2PHHP3/h1T4hh f1,i9 w "
        "turn 0 base",
    ),
    Case(
        "urbino",
        "join two districts",
        2,
        ("g1-f2",),
        result,
        1,
        0,
        "A house on g1 leaves White nothing to build; then f1 joins d1 and e1 to g1 and g2, "
        "a district of 5 : 1 that makes 11 : 15 into 16 : 15.",
        "5P1T1/3p2P2/4TPTPH/1p2hhP2/t1H1pt1hP/H1h3pt1/H2HHp3/1hh3H2/3ph4 f1,g1 b turn 0 base",
    ),
    Case(
        "urtown",
        "keep the count down",
        3,
        ("3 A3",),
        result,
        1,
        0,
        "Red's last tile: only A3 stays at two groups, as many as yellow has, with six "
        "captures to seven; every other square is a third group.",
        "r1r21r4rA1yA2/bBr$rmrrrByBy72/b1b2bm1rCyrywyCy9/2b31rDy62bD/2blb4b5yEysy8b9/"
        "2bF1r5rkrsyF1/1bGbcyGydb6rGyp1/ycy2y$y4rHbHrpyH1/y13rIr6r7yI1 3 0 39wlc/Crwd/3Dml -/"
        "-/- b7bAbIbpy5yk/rErd/r8rFb8bEbkbsb$ -/-/- whole urtown",
    ),
    Case(
        "urtown",
        "join two groups by a capture",
        3,
        ("F xF5",),
        result,
        1,
        0,
        "F5 joins E5 to G5: blue has one group, and nobody else can get below two.",
        "y1bArArr5/rBb2rmyB5/rCbmy3yCy52yw1/rDblb3bDyDy61y81/r1r2rEbEb51y7yEy9/"
        "2rlrFrk1bsb8yF/2rc1b$bGb7bpyG/2rHbdbHr6rpr8yH/2bIb41r$1rIyI 3 1 347Gw/19Frw/4lscd -/"
        "-/- b6bBbkbcyryp/r5rdy2yAymyky$/r9rsbC -/-/- whole urtown",
    ),
    Case(
        "urtown",
        "join two groups in one column",
        2,
        ("green lamp D1",),
        result,
        1,
        0,
        "The last tile of the game: D1 joins C1 to E1, so it stands 5 : 5 with nine "
        "captures to thirteen; anything else leaves six groups or more.",
        "y1ymrmr4r5r6r7rAgw/1b2bmbrg5g6g7r8rB/gmbCgCg4gryryCywr9/1bD1gkgDy61y$rD/"
        "gEblbEb4bkyk1yErE/gFrlr3rkbF1y7yFy9/gcbGb3bdb$b6b7bpyp/g$r2bcgdbH1rHy8yH/"
        "g1g2g3gIb5rdrpr$1 2 1 CFrs/19Aw/Dlcd/89lsp -/-/-/- y2y3y4y5yAyByGyIysgAgBgGgH/"
        "r1rGrIrwrcb8bBbIbs -/-/-/- whole urtown",
    ),
    Case(
        "urtown",
        "fewest captures among equals",
        3,
        ("H xH9",),
        result,
        1,
        0,
        "H9 joins G9 to I9: two groups, as many as blue has, with three captures to four; "
        "red, to move last, cannot get below three.",
        "1yA1yr1rrrAbA1/1y21y4yBrB1bB1/1ym1yCb5brbCbw1/y1yDyly$ykrD1bD1/b11yEr41b$bEb81/"
        "blb2y3rFrk1ysbFb9/1bGycbdrGy6y7yGy9/r1bcb3b4rdr$rHr8r9/rcr2r3rIr53yp 3 2 67mls/7Imp/"
        "58HIw -/-/- b6bHbkyd/rCrErwyF/rpbs -/-/- whole urtown",
    ),
    Case(
        "urbania",
        "submit the best project",
        2,
        ("submit Doctor + Parks Director -5",),
        points,
        143,
        132,
        "The last action of the game: the project brings 27 for a fee of 5, 143 in all; the "
        "next best is SW with 16 for the same fee.",
        "r33+p47s22+b22+b34+p22+r34/b35H34+r34F46+r22s23r45+/r34R33+F22+S46+R21+h22+s47/"
        "b23F35R21+P23B46+h23f34+/f23S35P35C22+S34+C35f47/h35c23H47c47H46+p34+b47/"
        "c46+r22p46+r46C34+r46r22 2 1 0 1 1/0 40/1-/40/51/50/51 28+40-10/29+62-21 - f2+$1!,"
        "b3!,b3!,b$3!,h2+$1!,s2+$1/b2+$1,b1+$2!,b1+$2!,b$3,c2+$1!,s1+$2! SW,p,B,HP/f,s,BC FH,"
        "CP/P,HS,CS f2+$1,fR+$1/bR+$1,h2+$1,h1+$2,p2+$1 p3/p3/c1+R$1/h3/p$3 p1+R$1,f1+$2,"
        "f1+R$1,b2+$1,s1+R$1,hR+$1 C,FC,FB,c,SE,BS,NE,BP,SP,S,F,FS,HC,NW,BH,b,H,FP,h f3,f3,"
        "f1+$2,f$3,f$3,b1+R$1,h3,h1+$2,h$3,h$3,h1+R$1,c3,c3,c2+$1,c1+$2,c1+$2,c$3,c$3,cR+$1,"
        "s3,s3,s2+$1,s1+$2,s$3,s$3,sR+$1,p2+$1,p1+$2,p1+$2,p$3,pR+$1 49e79dfe9e26e353 plain",
    ),
    Case(
        "urbania",
        "submit a specialist at 5",
        3,
        ("submit Parks Director -2",),
        points,
        102,
        95,
        "The last action of the game: 25 for a fee of 2; the next best is business with 18.",
        "r46r46b47b34+c22+h22+b22+/s35h35s34+f46+c23p22+r22/b35b46+H46+P23r34h47f47/"
        "r34s22+H34+F22+H23C46+F35/r45+f34+r21+C47r22C35f23/s47s23r33+S46+b23p35r33+/"
        "r34r21+c34+p47p46+p34+r22 3 0 2 1 1/0 40/1-/51/60/1-/52 5+36-6/12+23-5/11+13-3 - f3,"
        "f1+$2,b3,b$3,h3,h$3,c3,c2+$1,c1+$2,s1+$2,s1+$2,s$3,s1+R$1/f3,f1+$2,f$3,f1+R$1,b2+$1,"
        "b1+$2,h2+$1,h1+$2,s3,s$3,p3/f2+$1,f2+$1,b3,b2+$1,h2+$1,h1+$2,c$3,s2+$1,s2+$1 SE,f,s,"
        "H,FB,FH,FS,BH,BP,CS/SW,h,p,F,B,BC,SP/NW,NE,b,c,S,P,BS C,HC/HS,HP,CP/FC,FP -/fR+$1,"
        "bR+$1/sR+$1 p3/b$3/hR+$1/b1+$2/pR+$1 c3,b1+R$1,f$3,c$3,p$3,cR+$1,h1+R$1,c2+$1,p$3,"
        "c1+$2,p1+R$1,h$3 - h3,c1+R$1,s3,p2+$1,p2+$1,p1+$2,p1+$2 e2ac13ef8e8d8f3c plain",
    ),
    Case(
        "urbania",
        "renew what three things count",
        2,
        ("renew D1 park",),
        points,
        180,
        172,
        "The last action of the game: the park brings 7, and 6 more for the project and 1 "
        "for the Parks Director; the best other renewal brings 6.",
        "c22+f22+c47p47P46+h23s35/r34f23F35b47R21+r34r22/r22R45+R33+H22+H34+b34+s46+/"
        "r22P22+P34+P35R46S22+B46+/b22+b23P23R21+f34+f47h35/F46+S34+R33+C34+s47h46+c23/"
        "s23r46C46+r34c35h47b35 2 1 0 1 1/0 51/41/50/41/51/50 36+56-20/24+90-15 - p2+$1!,"
        "p2+$1!/b$3,h2+$1,c2+$1,c$3,sR+$1 NE,SW,SE,b,c,s,B,FB,FC,FS,BC,SP/NW,f,h,F,C,P,FH,FP,"
        "BH,BS,BP,CS,CP p,HC,HS/H,S,HP f2+$1,f1+$2/- b$3/h$3/h1+R$1/f1+R$1/h3 c1+$2 - f3,f3,"
        "f2+$1,f1+$2,f$3,f$3,fR+$1,b3,b3,b2+$1,b2+$1,b1+$2,b1+$2,bR+$1,b1+R$1,h3,h2+$1,h1+$2,"
        "h1+$2,h$3,hR+$1,c3,c3,c2+$1,c1+$2,c$3,cR+$1,c1+R$1,s3,s3,s2+$1,s2+$1,s1+$2,s1+$2,"
        "s$3,s$3,s1+R$1,p3,p3,p1+$2,p1+$2,p$3,p$3,pR+$1,p1+R$1 49e79dfe9e26e3cf plain",
    ),
    Case(
        "urbania",
        "draw what the last action needs",
        2,
        (
            "draw pool 1 [green 2+$1]",
            "draw pool 5 [green 2+$1]",
        ),
        points,
        180,
        172,
        "The last turn of the game: both green cards of the pool pay for the park on D1, "
        "worth 14 as the second action; nothing else brings more than 6.",
        "c22+f22+c47p47P46+h23s35/r34f23F35b47R21+r34r22/r22R45+R33+H22+H34+b34+s46+/"
        "r22P22+P34+P35R46S22+B46+/b22+b23P23R21+f34+f47h35/F46+S34+R33+C34+s47h46+c23/"
        "s23r46C46+r34c35h47b35 2 1 0 2 1/0 51/41/50/41/51/50 36+56-20/24+90-15 - -/b$3,"
        "h2+$1,c2+$1,c$3,sR+$1 NE,SW,SE,b,c,s,B,FB,FC,FS,BC,SP/NW,f,h,F,C,P,FH,FP,BH,BS,BP,"
        "CS,CP p,HC,HS/H,S,HP f2+$1,f1+$2/- p2+$1/h$3/h1+R$1/f1+R$1/p2+$1 b$3,h3,c1+$2 - f3,"
        "f3,f2+$1,f1+$2,f$3,f$3,fR+$1,b3,b3,b2+$1,b2+$1,b1+$2,b1+$2,bR+$1,b1+R$1,h3,h2+$1,"
        "h1+$2,h1+$2,h$3,hR+$1,c3,c3,c2+$1,c1+$2,c$3,cR+$1,c1+R$1,s3,s3,s2+$1,s2+$1,s1+$2,"
        "s1+$2,s$3,s$3,s1+R$1,p3,p3,p1+$2,p1+$2,p$3,p$3,pR+$1,p1+R$1 49e79dfe9e26e3cf plain",
    ),
    Case(
        "urbania",
        "hire whom two projects name",
        2,
        ("hire Small Business Owner from 4",),
        points,
        180,
        174,
        "The last action of the game: one step more is 5 and 3 for two projects, and two "
        "businesses bring 2; the best renewal brings 4.",
        "c22+f22+c47p47P46+h23s35/r34f23F35b47R21+r34r22/r22R45+R33+H22+H34+b34+s46+/"
        "r22P22+P34+P35R46S22+B46+/b22+b23P23R21+f34+f47h35/F46+S34+R33+C34+s47h46+c23/"
        "s23r46C46+r34c35h47b35 2 1 0 1 1/0 51/41/50/41/51/50 36+70-20/24+90-15 - c2+$1,c$3,"
        "c1+R$1/b$3,h2+$1,c3,c1+$2,sR+$1 NE,SW,SE,b,c,s,B,FB,FC,FS,BC,SP/NW,f,h,p,F,P,FH,FP,"
        "BH,BS,BP,CS,CP C,HC,HS/H,S,HP f2+$1,f1+$2/- b$3/h$3/h1+R$1/f1+R$1/h3 c3 - f3,f3,"
        "f2+$1,f1+$2,f$3,f$3,fR+$1,b3,b3,b2+$1,b2+$1,b1+$2,b1+$2,bR+$1,b1+R$1,h3,h2+$1,h1+$2,"
        "h1+$2,h$3,hR+$1,c2+$1,c1+$2,c$3,cR+$1,s3,s3,s2+$1,s2+$1,s1+$2,s1+$2,s$3,s$3,s1+R$1,"
        "p3,p3,p2+$1,p2+$1,p1+$2,p1+$2,p$3,p$3,pR+$1,p1+R$1 49e79dfe9e26e3cf plain",
    ),
    Case(
        "urbe",
        "complete a quarter",
        3,
        (
            "place Grain Hall on D4",
            "place Willow Bank on C4",
        ),
        points,
        86,
        77,
        "Green on C4 completes the Garden Quarter (9) of B2, B3, B4, C3 and C4; the two "
        "tiles fill the last two cells, so all else is the same.",
        "3 8/0/2 2 place -/-/B13/Y04/B10/X08/-/-/- crown:A:-/fox:A:-/boat:A:- -/-/- S06,A13,"
        "A19/S09,A12,A17/S10,A04,A14 -/-/Y15,G05 A1=P05,B1=P15,C1=P03,A2=P17,B2=P01,C2=B14,"
        "D2=G17,A3=G09,B3=Y14,C3=P12,A4=P07,B4=P04,A3-A4=X06,<2=X10/A1=Y06,B1=B15,C1=G06,"
        "A2=B04,B2=Y13,C2=B16,D2=G10,A3=G08,B3=B06,C3=G04,D3=G15,A4=P11,B4=G03,C4=Y12,^A=X09/"
        "A1=B17,B1=B08,C1=P13,D1=B07,A2=B02,B2=G12,C2=B12,D2=P06,A3=B11,B3=G13,C3=G07,D3=P09,"
        "A4=Y17,B4=G14 A1=3,B1=1,A2=3,B2=1,A3=3/A1=3,B1=3,A2=1,B2=1,C2=1,A3=1,B3=1/A1=1,B1=1,"
        "C1=1,A2=3,B2=3,C2=1,A3=1 - P16,Y05,G11,Y08 P02,P08,P10,P14,B01,B03,B05,B09,Y01,Y02,"
        "Y03,Y07,Y09,Y10,Y11,Y16,G01,G02,G16,X05,X07,X13,X14 X01,X02,X03,X04,X11,X12 "
        "2a010ef3aaea2a4c plain",
    ),
    Case(
        "urbe",
        "complete a fair with a town hall",
        3,
        (
            "place Royal Mint on B1",
            "place Royal Mint on A2",
            "place Windmill on B2",
        ),
        points,
        87,
        78,
        "Yellow on B2 completes the Fairground Court (9) around B3, with the town hall on "
        "A3 as a yellow one; Royal Mint may go beside it first.",
        "3 8/2/1 0 place -/G15/-/-/G08/-/P06/G06/- boat:A:-/wheel:A:-/fox:A:- -/-/- S07,A06,"
        "A13/S10,A19,A20/S02,A14,A17 P12,Y10/P14/- C1=B08,D1=X01,C2=B14,D2=P11,A3=X03,B3=P10,"
        "C3=Y13,D3=B15,A4=G16,B4=Y09,C4=B04,D4=B12/B1=Y02,C1=Y05,D1=Y04,A2=G11,B2=Y17,C2=B17,"
        "D2=P16,A3=Y06,B3=G13,C3=P17,D3=Y12,A4=G04,B4=Y07,C4=Y14/A1=B10,C1=Y15,A2=B06,B2=G17,"
        "C2=Y16,A3=B03,B3=G01,C3=P13,A4=B09,B4=G12,C4=G14,D4=X02,<3=X10 C1=1,C2=1,A3=1,B3=3,"
        "C3=3/B1=1,C1=1,A2=1,B2=3,C2=1,A3=1,B3=3/A2=1,B2=3,A3=3,B3=3 - P08,G03,B16,B13 P01,"
        "P02,P03,P04,P05,P07,P09,P15,B01,B02,B05,B07,B11,Y01,Y03,Y08,Y11,G02,G05,G07,G09,G10,"
        "X04,X07,X09,X13 X05,X06,X08,X11,X12,X14 2a010ef3aaea2a54 plain",
    ),
    Case(
        "urbe",
        "a decree before fountains",
        3,
        ("place Old Town Hall on A3",),
        points,
        73,
        66,
        "Town hall as yellow on A3: Crown and Market (8) in rows 2 and 3 and one fountain; "
        "D2 completes two squares, but fountains of 1 are all that is left.",
        "3 8/0/1 1 place G16/-/B13/-/Y04/-/-/Y06/B10 wheel:A:-/boat:A:-/crown:A:- -/-/- S02,"
        "A05,A17/S06,A01,A11/S07,A07,A20 -/X03/Y13 A1=P07,B1=P03,C1=G08,D1=B12,A2=P10,B2=B08,"
        "C2=Y12,D2=Y17,A3=Y05,B3=P14,C3=B16,D3=G05,A4=Y14,C4=P01,D4=X01/A1=G14,B1=G03,C1=Y10,"
        "D1=G11,A2=P17,B2=Y07,C2=P13,B3=P16,C3=Y11,D3=B07,B4=G06,C4=B17,A1-B1=X06/A1=Y15,"
        "B1=G15,C1=B02,D1=P08,A2=G13,B2=Y01,C2=B05,D2=B03,A3=B14,B3=P12,C3=X04,D3=B15,B4=Y03 "
        "A1=1,B1=3,C1=3,A2=1,B2=1,C2=3,C3=1/A1=1,B1=1,B2=3,B3=3/A1=1,B1=3,C1=1,A2=1,B2=3,"
        "C2=1 - G17,Y09,P15,P09 P02,P04,P05,P06,P11,B01,B04,B06,B09,B11,Y02,Y08,Y16,G01,G02,"
        "G04,G07,G09,G10,G12,X05,X08,X11,X14 X02,X07,X09,X10,X12,X13 2a010ef3aaea2d8a plain",
    ),
    Case(
        "urbe",
        "mark the tile a decree lacks",
        3,
        ("mark 6 Tide Mill",),
        points,
        80,
        72,
        "Blue on D4 completes River and Market (8) of C2 to D4; First takes earlier, and an "
        "unmarked Tide Mill can be a second tile of theirs.",
        "3 8/2/2 1 mark P13/G03/G11/P08/X08@2/B10/B12@0/X13/P07 fox:A:-/crown:A:-/wheel:A:- "
        "3/2/7 S05,A08,A12/S08,A03,A11/S10,A10,A14 -/-/- B1=G13,C1=G07,D1=G15,B2=B14,C2=P03,"
        "D2=P16,A3=Y15,B3=P04,C3=B02,D3=P05,B4=B09,C4=P17,D4=Y13/A1=G16,B1=Y05,C1=Y16,A2=P09,"
        "B2=Y17,C2=Y01,D2=B05,A3=G14,B3=Y07,C3=B15,D3=Y03,A4=G02,B4=P02,C4=Y04/B1=P12,C1=G08,"
        "A2=B17,B2=G17,C2=B16,D2=G09,A3=Y11,B3=Y08,C3=G05,D3=P11,A4=Y12,B4=Y02,C4=G06,D4=G12 "
        "B1=1,C1=3,B2=1,C2=3,B3=1,C3=1/A1=1,B1=1,A2=3,B2=3,C2=1,A3=1,B3=1/B1=1,A2=3,B2=3,"
        "C2=1,A3=3,B3=1,C3=1 - B13,G04,B11,Y14 P01,P06,P10,P14,P15,B01,B03,B04,B06,B07,B08,"
        "Y06,Y09,Y10,G01,G10,X04,X05,X06,X07,X09,X14 X01,X02,X03,X10,X11,X12 "
        "2a010ef3aaea2a44 plain",
    ),
]
IDS = [f"{case.game}-{case.name.replace(' ', '-')}" for case in CASES]


@cache
def game(name: str) -> Game:
    return library.game(name)


@cache
def solver() -> Exhaustive:
    return Exhaustive(game("urbino").definition)


def worth(position: Position, seat: int, measure: Measure) -> float:
    """Return what a seat gets if it plays perfectly and all others play to harm it most."""
    if position.is_over:
        return measure(position, seat)
    each = (worth(position.play(decision), seat, measure) for decision in position.legal())
    return max(each) if position.to_move == seat else min(each)


def solved(position: Position, seat: int) -> float:
    """Return the same for Urbino, where there is more to try."""
    found = solver().result(position, BUDGET)
    assert found is not None
    return found if seat == 0 else 1 - found


def position_of(case: Case) -> tuple[Position, set[int]]:
    """Return the position, and the numbers of the best decisions."""
    here = game(case.game).position(case.position, case.seats)
    best = {d for d in here.legal() if here.decision_text(d) in case.best}
    assert len(best) == len(case.best)
    return here, best


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_nothing_else_is_worth_as_much(case: Case) -> None:
    here, best = position_of(case)
    seat = here.to_move
    assert seat is not None
    worths = {
        decision: solved(after, seat) if case.game == "urbino" else worth(after, seat, case.measure)
        for decision, after in ((d, here.play(d)) for d in here.legal())
    }
    assert {worths[decision] for decision in best} == {case.after_it}
    assert max(worths[d] for d in worths if d not in best) == case.otherwise, case.why


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_best_level_finds_it(case: Case) -> None:
    here, best = position_of(case)
    master = levels.player(8, here.game, seed=1, pool=60_000)
    report = master.consider(here, Limits(iterations=ITERATIONS))
    assert report.decision in best, f"{here.decision_text(report.decision)}: {case.why}"
