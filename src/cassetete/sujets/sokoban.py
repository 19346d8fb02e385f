"""Le sujet « Sokoban » : l'état, le nœud et la recherche en largeur d'abord, comme la feuille les demande.

TP 1 : modéliser un état (`Niveau` pour ce qui ne bouge pas, `Etat` pour ce qui bouge) et un nœud (`Noeud`).
TP 2 : `recherche_en_largeur`, la solution et le nombre d'itérations.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

JOUEUR, MUR, VIDE, CIBLE, CAISSE = "R", "O", " ", "S", "B"
JOUEUR_SUR_CIBLE, CAISSE_SUR_CIBLE = ".", "*"

DEPLACEMENTS: dict[str, tuple[int, int]] = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
"""Les quatre déplacements, dans l'ordre de la feuille."""

Case = tuple[int, int]


class Niveau(NamedTuple):
    """Les éléments statiques : les murs et les cases cibles."""

    murs: frozenset[Case]
    cibles: frozenset[Case]


class Etat(NamedTuple):
    """Les éléments dynamiques : le joueur et les caisses."""

    joueur: Case
    caisses: frozenset[Case]


def lire(texte: str) -> tuple[Niveau, Etat]:
    """Le niveau et l'état initial d'une grille écrite avec l'alphabet de la feuille.

    Lève ValueError si un caractère est inconnu, s'il n'y a pas exactement un joueur, s'il n'y a pas autant de caisses
    que de cibles, ou si les murs n'entourent pas le niveau : la feuille exclut tout cela.

    >>> niveau, etat = lire('''
    ... OOOOO
    ... ORBSO
    ... OOOOO
    ... ''')
    >>> etat.joueur, sorted(etat.caisses), sorted(niveau.cibles)
    ((1, 1), [(1, 2)], [(1, 3)])
    """
    murs, cibles, caisses, joueurs = set(), set(), set(), []
    for i, ligne in enumerate(texte.strip("\n").split("\n")):
        for j, caractere in enumerate(ligne):
            if caractere not in "ROSB.* ":
                raise ValueError(f"caractère inconnu : {caractere!r}")
            if caractere == MUR:
                murs.add((i, j))
            if caractere in (CIBLE, JOUEUR_SUR_CIBLE, CAISSE_SUR_CIBLE):
                cibles.add((i, j))
            if caractere in (CAISSE, CAISSE_SUR_CIBLE):
                caisses.add((i, j))
            if caractere in (JOUEUR, JOUEUR_SUR_CIBLE):
                joueurs.append((i, j))
    if len(joueurs) != 1:
        raise ValueError(f"il faut un joueur, il y en a {len(joueurs)}")
    if len(caisses) != len(cibles):
        raise ValueError(f"autant de caisses que de cibles : il y en a {len(caisses)} et {len(cibles)}")
    trou = ouverture(murs, joueurs[0])
    if trou is not None:
        raise ValueError(f"le mur n'entoure pas le niveau : on sort par la case {trou}")
    return Niveau(frozenset(murs), frozenset(cibles)), Etat(joueurs[0], frozenset(caisses))


def ouverture(murs: set[Case], depart: Case) -> Case | None:
    """Une case du bord que l'on atteint depuis le départ sans traverser de mur ; None si les murs entourent tout.

    >>> ouverture({(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}, (1, 1)) is None
    True
    >>> ouverture({(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (2, 2)}, (1, 1))
    (1, 2)
    """
    if not murs:
        return depart
    hauteur, largeur = (max(case[axe] for case in (*murs, depart)) for axe in (0, 1))
    a_voir, vues = [depart], {depart}
    while a_voir:
        i, j = a_voir.pop()
        if i in (0, hauteur) or j in (0, largeur):
            return i, j
        for di, dj in DEPLACEMENTS.values():
            suivante = (i + di, j + dj)
            if suivante not in murs and suivante not in vues:
                vues.add(suivante)
                a_voir.append(suivante)
    return None


def ecrire(niveau: Niveau, etat: Etat) -> str:
    """La grille d'un état, avec l'alphabet de la feuille.

    >>> texte = 'OOOOOO\\nO.B *O\\nOOOOOO'
    >>> ecrire(*lire(texte)) == texte
    True
    """
    cases = niveau.murs | niveau.cibles | etat.caisses | {etat.joueur}
    hauteur, largeur = (1 + max(case[axe] for case in cases) for axe in (0, 1))

    def caractere(case: Case) -> str:
        if case == etat.joueur:
            return JOUEUR_SUR_CIBLE if case in niveau.cibles else JOUEUR
        if case in etat.caisses:
            return CAISSE_SUR_CIBLE if case in niveau.cibles else CAISSE
        return MUR if case in niveau.murs else CIBLE if case in niveau.cibles else VIDE

    return "\n".join("".join(caractere((i, j)) for j in range(largeur)).rstrip() for i in range(hauteur))


def deplacer(niveau: Niveau, etat: Etat, deplacement: str) -> Etat | None:
    """L'état après un déplacement ; None si les règles ne le permettent pas.

    >>> niveau, etat = lire('OOOOO\\nORBSO\\nOOOOO')
    >>> deplacer(niveau, etat, "UP") is None
    True
    >>> deplacer(niveau, etat, "RIGHT")
    Etat(joueur=(1, 2), caisses=frozenset({(1, 3)}))
    """
    di, dj = DEPLACEMENTS[deplacement]
    i, j = etat.joueur
    devant, derriere = (i + di, j + dj), (i + 2 * di, j + 2 * dj)
    if devant in niveau.murs:
        return None
    if devant not in etat.caisses:
        return Etat(devant, etat.caisses)
    if derriere in niveau.murs or derriere in etat.caisses:
        return None
    return Etat(devant, etat.caisses - {devant} | {derriere})


class Noeud:
    """Un nœud de la recherche : un état, le nœud père, et l'action qui mène du père à ce nœud."""

    def __init__(self, niveau: Niveau, etat: Etat, pere: Noeud | None = None, action: str | None = None) -> None:
        self.niveau = niveau
        self.etat = etat
        self.pere = pere
        self.action = action

    def successeurs(self) -> list[Noeud]:
        """Les nœuds que l'on atteint en un déplacement, dans l'ordre UP, DOWN, LEFT, RIGHT.

        >>> [noeud.action for noeud in Noeud(*lire('OOOOO\\nORBSO\\nO   O\\nOOOOO')).successeurs()]
        ['DOWN', 'RIGHT']
        """
        suivants = []
        for action in DEPLACEMENTS:
            etat = deplacer(self.niveau, self.etat, action)
            if etat is not None:
                suivants.append(Noeud(self.niveau, etat, self, action))
        return suivants

    def est_but(self) -> bool:
        """Vrai si toutes les caisses sont sur des cases cibles."""
        return self.etat.caisses <= self.niveau.cibles

    def solution(self) -> list[str]:
        """Les actions du nœud initial jusqu'à celui-ci, en remontant de père en père."""
        actions = []
        noeud = self
        while noeud.pere is not None and noeud.action is not None:
            actions.append(noeud.action)
            noeud = noeud.pere
        return actions[::-1]


def recherche_en_largeur(initial: Noeud) -> tuple[list[str] | None, int]:
    """La plus courte solution (None s'il n'y en a pas) et le nombre d'itérations.

    Une itération retire un nœud de la liste `ouverts` et génère ses successeurs.

    >>> recherche_en_largeur(Noeud(*lire('OOOOOO\\nOR BSO\\nOOOOOO')))
    (['RIGHT', 'RIGHT'], 2)
    >>> recherche_en_largeur(Noeud(*lire('OOOOO\\nOBRSO\\nOOOOO')))
    (None, 2)
    """
    if initial.est_but():
        return [], 0
    ouverts = deque([initial])
    deja_vus = {initial.etat}
    iterations = 0
    while ouverts:
        noeud = ouverts.popleft()
        iterations += 1
        for suivant in noeud.successeurs():
            if suivant.etat in deja_vus:
                continue
            if suivant.est_but():
                return suivant.solution(), iterations
            deja_vus.add(suivant.etat)
            ouverts.append(suivant)
    return None, iterations
