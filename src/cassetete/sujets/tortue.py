"""Turtle-rescue : les fonctions de la fiche, dans son ordre et avec ses noms.

Les fonctions de la fiche ne reçoivent pas le plateau : il est dans `terrain`, une liste de 256 codes de murs.
L'image du plateau de la fiche n'étant pas fournie, celui-ci est le nôtre (le jardin des niveaux du jeu).
"""

from __future__ import annotations

from collections.abc import Callable
from timeit import timeit

TORTUE, COCCINELLE, LAPIN, ESCARGOT = range(4)
HAUT, DROITE, BAS, GAUCHE = 1, 2, 4, 8
LETTRES = {HAUT: "H", BAS: "B", GAUCHE: "G", DROITE: "D"}

# 2. Codage du terrain : haut 1, droite 2, bas 4, gauche 8 ; la case 0 est en haut à gauche, la 255 en bas à droite.
terrain = [
     9,  1,  1,  3,  9,  1,  1,  1,  1,  3,  9,  1,  1,  5,  1,  3,
     8,  0,  0,  0,  0,  0,  2, 12,  0,  0,  4,  0,  2,  9,  0,  2,
     8,  0,  6,  8,  0,  4,  0,  1,  0,  0,  3,  8,  0,  0,  0,  2,
    12,  0,  1,  0,  2,  9,  0,  0,  0,  0,  0,  0,  0,  0,  0,  2,
     9,  0,  0,  4,  0,  0,  0,  0,  0,  0,  0,  0,  6,  8,  0,  6,
     8,  0,  0,  3,  8,  0,  0,  2, 12,  0,  0,  4,  1,  0,  0,  3,
    10, 12,  0,  0,  0,  0,  4,  4,  1,  0,  2,  9,  0,  0,  6, 10,
     8,  1,  0,  0,  0,  2, 15, 15,  8,  0,  0,  0,  4,  0,  1,  2,
     8,  0,  0,  6,  8,  2, 15, 15,  8,  0,  0,  0,  3,  8,  0,  2,
    12,  0,  4,  1,  0,  2,  9,  1,  0,  6,  8,  0,  0,  0,  0,  2,
     9,  2,  9,  0,  4,  0,  0,  0,  4,  1,  0,  0,  2, 12,  0,  2,
     8,  0,  0,  0,  3,  8,  0,  0,  3,  8,  0,  6,  8,  1,  0,  6,
     8,  6,  8,  0,  0,  0,  0,  0,  0,  0,  4,  1,  0,  0,  0,  3,
     8,  1,  0,  4,  0,  2, 12,  0,  0,  2,  9,  0,  0,  4,  0,  2,
     8,  0,  2,  9,  0,  0,  1,  0,  0,  0,  0,  0,  0,  3,  8,  2,
    12,  4,  4,  4,  4,  6, 12,  4,  4,  4,  6, 12,  4,  4,  4,  6,
]  # fmt: skip


def lignecolonne(indice: int) -> tuple[int, int]:
    """La ligne et la colonne d'une case.

    >>> lignecolonne(37)
    (2, 5)
    """
    return divmod(indice, 16)


# 3. Notion de situation


def dec2bin(n: int, l: int) -> list[int]:  # noqa: E741 (le nom de la fiche)
    """L'écriture de n sur l bits, le bit de poids fort en tête.

    >>> dec2bin(9, 6)
    [0, 0, 1, 0, 0, 1]
    """
    bits: list[int] = []
    for _ in range(l):
        bits.insert(0, n % 2)
        n //= 2
    return bits


def bin2dec(bits: list[int]) -> int:
    """L'opération inverse.

    >>> bin2dec([0, 1, 0, 1])
    5
    """
    n = 0
    for bit in bits:
        n = 2 * n + bit
    return n


def case_listes(s: int, j: int) -> int:
    """La case du joueur j, par l'écriture binaire de la situation : la tortue est dans les huit derniers bits.

    >>> [case_listes(599872009, j) for j in range(4)]
    [9, 82, 193, 35]
    """
    bits = dec2bin(s, 32)
    return bin2dec(bits[24 - 8 * j : 32 - 8 * j])


def case_arithmetique(s: int, j: int) -> int:
    """La case du joueur j, par quotient et reste (idée 1).

    >>> [case_arithmetique(599872009, j) for j in range(4)]
    [9, 82, 193, 35]
    """
    quotient: int = s // 256**j
    return quotient % 256


def case_decalages(s: int, j: int) -> int:
    """La case du joueur j, par un décalage et un masque (idée 2).

    >>> [case_decalages(599872009, j) for j in range(4)]
    [9, 82, 193, 35]
    """
    return s >> 8 * j & 255


def case(s: int, j: int) -> int:
    """L'indice de la case du joueur j dans la situation s, par la plus rapide des trois versions.

    >>> case(599872009, TORTUE)
    9
    """
    return case_decalages(s, j)


def gagne(s: int, but: int) -> bool:
    """La tortue est-elle dans sa cachette ?

    >>> gagne(599872009, 9), gagne(599872009, 82)
    (True, False)
    """
    return case(s, TORTUE) == but


def voisine(c: int, d: int) -> int | None:
    """La case à côté de c dans la direction d ; None au bord du plateau.

    >>> voisine(37, HAUT), voisine(37, DROITE), voisine(32, GAUCHE)
    (21, 38, None)
    """
    ligne, colonne = lignecolonne(c)
    ligne += (d == BAS) - (d == HAUT)
    colonne += (d == DROITE) - (d == GAUCHE)
    return 16 * ligne + colonne if 0 <= ligne < 16 and 0 <= colonne < 16 else None


def mur(c: int, d: int) -> bool:
    """Y a-t-il un mur du côté d de la case c ? Codé d'un seul côté, il arrête des deux ; le bord arrête toujours.

    >>> mur(3, DROITE), mur(4, GAUCHE), mur(4, DROITE)
    (True, True, False)
    """
    suivante = voisine(c, d)
    if suivante is None:
        return True
    oppose = {HAUT: BAS, BAS: HAUT, GAUCHE: DROITE, DROITE: GAUCHE}[d]
    return bool(terrain[c] & d or terrain[suivante] & oppose)


def possible(s: int, j: int, d: int) -> bool:
    """Le joueur j peut-il aller dans la direction d : ni mur ni animal sur la case d'à côté ?

    >>> possible(599872009, TORTUE, HAUT), possible(599872009, TORTUE, BAS)
    (False, True)
    """
    c = case(s, j)
    return not mur(c, d) and voisine(c, d) not in position(s)


def deplacements(s: int, j: int) -> list[int]:
    """Les directions possibles pour le joueur j.

    >>> deplacements(599872009, TORTUE)
    [4, 8]
    """
    return [d for d in (HAUT, DROITE, BAS, GAUCHE) if possible(s, j, d)]


def nouvelle(s: int, j: int, d: int) -> int:
    """La situation après le déplacement : le joueur j glisse jusqu'à un obstacle.

    >>> position(nouvelle(599872009, TORTUE, BAS))
    [153, 82, 193, 35]
    """
    while possible(s, j, d):
        suivante = voisine(case(s, j), d)
        assert suivante is not None  # un bord est un mur
        s += (suivante - case(s, j)) << 8 * j
    return s


# 4. L'interface graphique : 1600 x 900 pixels, des cases de 54 pixels (fltk n'est importée que pour dessiner)

COTE, MARGE = 54, 18
IMAGES = ("turtle", "ladybird", "rabbit", "snail")
NOMS = ("tortue", "coccinelle", "lapin", "escargot")
TOUCHES = {"Up": HAUT, "Right": DROITE, "Down": BAS, "Left": GAUCHE}
CHIFFRES = {str(joueur): joueur for joueur in range(4)} | {f"KP_{joueur}": joueur for joueur in range(4)}
CHIFFRES |= {"agrave": 0, "ampersand": 1, "eacute": 2, "quotedbl": 3}
"""Les touches 0 à 3, celles du pavé numérique, et les mêmes sans majuscule sur un clavier français."""
FENETRE = (1600, 900)
COLONNE = (MARGE + 16 * COTE + FENETRE[0]) // 2
"""Le milieu de la place à droite de la grille : le nombre de déplacements, puis le personnage en cours."""


def image(nom: str, cote: int) -> str:
    """Le fichier de l'image d'un personnage, à la taille demandée."""
    from cassetete.front.window.paint.art import game_art
    from cassetete.front.window.paint.raster import RasterCache, sized

    return RasterCache().file(sized(game_art("turtle")(nom), cote))


def plante_decor(but: int) -> None:
    """Ouvre la fenêtre et dessine la position initiale du décor : le terrain, la cachette, les légendes."""
    from cassetete.front.window.paint.fltk_import import fltk

    fltk.cree_fenetre(*FENETRE)
    for indice, code in enumerate(terrain):
        ligne, colonne = lignecolonne(indice)
        x, y = MARGE + colonne * COTE, MARGE + ligne * COTE
        fltk.rectangle(x, y, x + COTE, y + COTE, couleur="lightgrey", remplissage="ivory")
        murs = {HAUT: (0, 0, 1, 0), DROITE: (1, 0, 1, 1), BAS: (0, 1, 1, 1), GAUCHE: (0, 0, 0, 1)}
        for mur, (xa, ya, xb, yb) in murs.items():
            if code & mur:
                fltk.ligne(x + xa * COTE, y + ya * COTE, x + xb * COTE, y + yb * COTE, epaisseur=4)
    ligne, colonne = lignecolonne(but)
    fltk.image(MARGE + (colonne + 0.5) * COTE, MARGE + (ligne + 0.5) * COTE, image("hideout", COTE))
    fltk.texte(COLONNE, 120, "Nombre de déplacements", ancrage="center", taille=20)
    fltk.texte(COLONNE, 320, "Personnage en cours", ancrage="center", taille=20)


def compteur(nombre: int) -> None:
    """Affiche le nombre de déplacements, à la place du précédent."""
    from cassetete.front.window.paint.fltk_import import fltk

    fltk.efface("compteur")
    fltk.texte(COLONNE, 180, str(nombre), ancrage="center", taille=40, tag="compteur")


def personnage(joueur: int) -> None:
    """Affiche le personnage en cours : son image, son nom et sa touche."""
    from cassetete.front.window.paint.fltk_import import fltk

    fltk.efface("personnage")
    fltk.image(COLONNE, 410, image(IMAGES[joueur], 2 * COTE), tag="personnage")
    fltk.texte(COLONNE, 500, f"{joueur} : {NOMS[joueur]}", ancrage="center", taille=24, tag="personnage")


def place(s: int) -> None:
    """Place les personnages à l'endroit indiqué par la situation s (et les y déplace s'ils étaient ailleurs)."""
    from cassetete.front.window.paint.fltk_import import fltk

    for joueur, nom in enumerate(IMAGES):
        fltk.efface(nom)
        ligne, colonne = lignecolonne(case(s, joueur))
        fltk.image(MARGE + (colonne + 0.5) * COTE, MARGE + (ligne + 0.5) * COTE, image(nom, COTE - 6), tag=nom)


class Partie:
    """Une partie en cours : la situation, le personnage en cours, le nombre de déplacements.

    >>> partie = Partie(599872009, 140)
    >>> [partie.touche(nom) for nom in ("Left", "1", "Up", "Up", "x", "eacute", "ampersand")]
    [True, True, True, False, False, True, True]
    >>> partie.joueur, partie.nombre, position(partie.s)
    (1, 2, [4, 50, 193, 35])
    """

    def __init__(self, s: int, but: int) -> None:
        self.s, self.but = s, but
        self.joueur, self.nombre = TORTUE, 0

    def touche(self, nom: str) -> bool:
        """Une touche est appuyée : 0 à 3 changent de personnage, les flèches le déplacent ; faux si rien ne change."""
        if nom in CHIFFRES:
            self.joueur = CHIFFRES[nom]
            return True
        if nom not in TOUCHES or not possible(self.s, self.joueur, TOUCHES[nom]):
            return False
        self.s = nouvelle(self.s, self.joueur, TOUCHES[nom])
        self.nombre += 1
        return True

    def gagnee(self) -> bool:
        """La tortue est-elle dans sa cachette ?"""
        return gagne(self.s, self.but)


def jouer(s: int = 599872009, but: int = 140) -> int:
    """Le jeu abouti : jusqu'à la victoire ou à Échap ; le nombre de déplacements."""
    from cassetete.front.window.paint.fltk_import import fltk

    partie = Partie(s, but)
    plante_decor(but)
    while True:
        place(partie.s)
        compteur(partie.nombre)
        personnage(partie.joueur)
        if partie.gagnee():
            fltk.texte(COLONNE, 620, "Gagné !", ancrage="center", taille=40, couleur="darkgreen")
        fltk.mise_a_jour()
        evenement = fltk.attend_ev()
        nom = fltk.touche(evenement) if fltk.type_ev(evenement) == "Touche" else ""
        if fltk.type_ev(evenement) == "Quitte" or nom == "Escape" or partie.gagnee():
            break
        partie.touche(nom)
    fltk.ferme_fenetre()
    return partie.nombre


# 5. Solveur de jeu


def resoudre(s: int, but: int, coups_max: int | None = None) -> str | None:
    """Un plus court chemin jusqu'à la cachette, par un parcours en largeur ; None s'il n'y en a pas.

    Si `coups_max` est donné, on ne cherche pas plus loin. Là où la fiche dit « une liste », `Deja` est un
    ensemble : y chercher une situation ne demande pas de le parcourir.

    >>> resoudre(599872009, 140)
    '0G0B0D0H'
    >>> resoudre(599872009, 9), resoudre(599872009, 140, coups_max=3)
    ('', None)
    """
    nbC = 0
    ATraiter = [s]
    Deja = {s}
    Depl = [""]
    if gagne(s, but):
        return ""
    while ATraiter and nbC != coups_max:
        s = ATraiter.pop(0)
        ch = Depl.pop(0)
        for j in range(4):
            for d in deplacements(s, j):
                s2 = nouvelle(s, j, d)
                if s2 not in Deja:
                    ch2 = f"{ch}{j}{LETTRES[d]}"
                    if gagne(s2, but):
                        return ch2
                    Deja.add(s2)
                    ATraiter.append(s2)
                    Depl.append(ch2)
        if Depl:
            nbC = len(Depl[0]) // 2  # chaque coup s'écrit en deux caractères
    return None


# 6. Optimisation


def position_listes(s: int) -> list[int]:
    """Les cases de la tortue, de la coccinelle, du lapin et de l'escargot, par l'écriture binaire.

    >>> position_listes(599872009)
    [9, 82, 193, 35]
    """
    bits = dec2bin(s, 32)
    return [bin2dec(bits[24:32]), bin2dec(bits[16:24]), bin2dec(bits[8:16]), bin2dec(bits[0:8])]


def position_arithmetique(s: int) -> list[int]:
    """Les quatre cases, par divisions successives : le reste est la tortue, le quotient les trois autres (idée 1).

    >>> position_arithmetique(599872009)
    [9, 82, 193, 35]
    """
    reste, tortue = divmod(s, 256)
    reste, coccinelle = divmod(reste, 256)
    escargot, lapin = divmod(reste, 256)
    return [tortue, coccinelle, lapin, escargot]


def position_decalages(s: int) -> list[int]:
    """Les quatre cases, par des décalages et un masque (idée 2).

    >>> position_decalages(599872009)
    [9, 82, 193, 35]
    """
    return [s & 255, s >> 8 & 255, s >> 16 & 255, s >> 24]


def position(s: int) -> list[int]:
    """Les cases des quatre animaux, par la plus rapide des trois versions.

    La fiche parle de « la fonction position » sans la définir ; son idée 1 découpe une situation en tous ses animaux,
    c'est donc ainsi que nous la lisons.

    >>> [lignecolonne(c) for c in position(599872009)]
    [(0, 9), (5, 2), (12, 1), (2, 3)]
    """
    return position_decalages(s)


def comparer_vitesses(repetitions: int = 100_000) -> dict[str, float]:
    """Les microsecondes d'un appel de chacune des versions de case et de position.

    >>> len(comparer_vitesses(10))
    6
    """
    s = 599872009
    appels: dict[str, Callable[[], object]] = {
        "case_listes": lambda: case_listes(s, ESCARGOT),
        "case_arithmetique": lambda: case_arithmetique(s, ESCARGOT),
        "case_decalages": lambda: case_decalages(s, ESCARGOT),
        "position_listes": lambda: position_listes(s),
        "position_arithmetique": lambda: position_arithmetique(s),
        "position_decalages": lambda: position_decalages(s),
    }
    return {nom: timeit(appel, number=repetitions) / repetitions * 1e6 for nom, appel in appels.items()}


if __name__ == "__main__":
    import sys

    if "vitesses" in sys.argv[1:]:  # python -m cassetete.sujets.tortue vitesses
        for nom, duree in comparer_vitesses().items():
            print(f"{nom:22} {duree:7.3f} µs")
    else:
        print(f"déplacements : {jouer()}")
