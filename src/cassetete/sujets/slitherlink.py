"""Slitherlink, tel que le sujet le demande : les fonctions d'accès, la victoire, et la recherche par backtracking.

Les indices sont une liste de listes (None : pas d'indice). L'état est un dictionnaire : 1 pour un segment tracé, -1
pour un segment interdit, rien pour un segment vierge. Un segment est un couple de sommets, dans les deux sens.

>>> etat = {
...     ((0, 1), (1, 1)): -1,
...     ((1, 1), (2, 1)): 1,
...     ((2, 1), (3, 1)): -1,
...     ((1, 4), (2, 4)): -1,
...     ((2, 4), (2, 5)): -1,
...     ((2, 3), (2, 4)): 1,
...     ((2, 4), (3, 4)): 1,
... }
>>> est_trace(etat, ((2, 4), (2, 3))), est_interdit(etat, ((2, 4), (2, 5))), est_vierge(etat, ((0, 0), (0, 1)))
(True, True, True)
>>> segments_traces(etat, (2, 4))
[((2, 3), (2, 4)), ((2, 4), (3, 4))]
"""

from __future__ import annotations

from pathlib import Path

Sommet = tuple[int, int]
Segment = tuple[Sommet, Sommet]
Case = tuple[int, int]
Indices = list[list[int | None]]
Etat = dict[Segment, int]

GRILLE1: Indices = [
    [None, None, None, None, 0, None],
    [3, 3, None, None, 1, None],
    [None, None, 1, 2, None, None],
    [None, None, 2, 0, None, None],
    [None, 1, None, None, 1, 1],
    [None, 2, None, None, None, None],
]
"""La grille donnée en exemple par le sujet."""

grille: Indices = GRILLE1
"""La grille en cours : la dernière que `charger_grille` a lue. Le sujet ne donne pas la taille de la grille à
`segments_vierges(etat, sommet)` : c'est d'elle qu'il s'agit."""


# Tâche 1 : structures de données


def charger_grille(fichier: str) -> Indices | None:
    """Les indices écrits dans un fichier ; si le fichier est mal formé, un message sur la console et None.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as fichier:
    ...     _ = fichier.write("----0_\\n33__1_\\n__12__\\n__20__\\n_1__11\\n_2----\\n")
    ...     fichier.flush()
    ...     charger_grille(fichier.name) == GRILLE1
    True
    """
    try:
        lignes = Path(fichier).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        print(f"{fichier} : ce fichier ne peut pas être lu")
        return None
    while lignes and not lignes[-1]:
        lignes.pop()
    if not lignes:
        print(f"{fichier} : il n'y a pas de grille ici")
        return None
    for i, ligne in enumerate(lignes):
        for j, caractere in enumerate(ligne):
            if caractere not in "_-0123":
                print(f"{fichier}:{i + 1}:{j + 1} : caractère interdit {caractere!r}")
                return None
        if len(ligne) != len(lignes[0]):
            print(f"{fichier}:{i + 1} : cette ligne n'a pas la longueur de la première")
            return None
    indices = [[None if caractere in "_-" else int(caractere) for caractere in ligne] for ligne in lignes]
    utiliser_grille(indices)
    return indices


def utiliser_grille(indices: Indices) -> None:
    """Les indices sont désormais ceux de la grille en cours."""
    global grille
    grille = indices


def ordonner(segment: Segment) -> Segment:
    """Le segment écrit avec son plus petit sommet en premier.

    >>> ordonner(((1, 3), (1, 2)))
    ((1, 2), (1, 3))
    """
    a, b = segment
    return (a, b) if a < b else (b, a)


def est_trace(etat: Etat, segment: Segment) -> bool:
    """True si le segment est tracé dans l'état."""
    return etat.get(ordonner(segment)) == 1


def est_interdit(etat: Etat, segment: Segment) -> bool:
    """True si le segment est interdit dans l'état."""
    return etat.get(ordonner(segment)) == -1


def est_vierge(etat: Etat, segment: Segment) -> bool:
    """True si le segment est vierge dans l'état."""
    return ordonner(segment) not in etat


def tracer_segment(etat: Etat, segment: Segment) -> None:
    """Le segment est maintenant tracé.

    >>> etat = {}
    >>> tracer_segment(etat, ((1, 3), (1, 2)))
    >>> etat
    {((1, 2), (1, 3)): 1}
    """
    etat[ordonner(segment)] = 1


def interdire_segment(etat: Etat, segment: Segment) -> None:
    """Le segment est maintenant interdit."""
    etat[ordonner(segment)] = -1


def effacer_segment(etat: Etat, segment: Segment) -> None:
    """Le segment est maintenant vierge : il n'est plus dans le dictionnaire.

    >>> etat = {((1, 2), (1, 3)): 1}
    >>> effacer_segment(etat, ((1, 3), (1, 2)))
    >>> etat
    {}
    """
    etat.pop(ordonner(segment), None)


def segments_autour(sommet: Sommet, indices: Indices | None = None) -> list[Segment]:
    """Les segments adjacents au sommet, dans l'ordre ; sans les indices, on ne connaît pas les bords bas et droit.

    >>> segments_autour((0, 0))
    [((0, 0), (0, 1)), ((0, 0), (1, 0))]
    """
    i, j = sommet
    voisins = [(i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)]
    dedans = [voisin for voisin in voisins if min(voisin) >= 0]
    if indices is not None:
        dedans = [(k, m) for k, m in dedans if k <= len(indices) and m <= len(indices[0])]
    return [ordonner((sommet, voisin)) for voisin in dedans]


def segments_traces(etat: Etat, sommet: Sommet) -> list[Segment]:
    """La liste des segments tracés adjacents au sommet."""
    return [segment for segment in segments_autour(sommet) if est_trace(etat, segment)]


def segments_interdits(etat: Etat, sommet: Sommet) -> list[Segment]:
    """La liste des segments interdits adjacents au sommet.

    >>> segments_interdits({((0, 1), (1, 1)): -1, ((1, 1), (2, 1)): 1}, (1, 1))
    [((0, 1), (1, 1))]
    """
    return [segment for segment in segments_autour(sommet) if est_interdit(etat, segment)]


def segments_vierges(etat: Etat, sommet: Sommet, indices: Indices | None = None) -> list[Segment]:
    """La liste des segments vierges adjacents au sommet.

    Le sujet ne donne pas la taille de la grille à cette fonction : sans `indices`, c'est celle de la grille en cours.

    >>> segments_vierges({((0, 1), (1, 1)): -1}, (1, 1))
    [((1, 0), (1, 1)), ((1, 1), (1, 2)), ((1, 1), (2, 1))]
    >>> segments_vierges({}, (6, 6))
    [((5, 6), (6, 6)), ((6, 5), (6, 6))]
    >>> segments_vierges({}, (1, 1), [[3]])
    [((0, 1), (1, 1)), ((1, 0), (1, 1))]
    """
    return [segment for segment in segments_autour(sommet, indices or grille) if est_vierge(etat, segment)]


def cotes(case: Case) -> list[Segment]:
    """Les quatre segments adjacents à une case : haut, gauche, droite, bas.

    >>> cotes((1, 4))[1]
    ((1, 4), (2, 4))
    """
    i, j = case
    return [((i, j), (i, j + 1)), ((i, j), (i + 1, j)), ((i, j + 1), (i + 1, j + 1)), ((i + 1, j), (i + 1, j + 1))]


def statut_case(indices: Indices, etat: Etat, case: Case) -> int | None:
    """None sans indice ; 0 si l'indice est satisfait ; positif (ce qui manque) s'il peut encore l'être ; négatif sinon.

    >>> statut_case(GRILLE1, {}, (0, 0)) is None
    True
    >>> statut_case(GRILLE1, {}, (0, 4)), statut_case(GRILLE1, {}, (1, 0))
    (0, 3)
    >>> statut_case(GRILLE1, {((0, 4), (0, 5)): 1}, (0, 4))
    -1
    >>> statut_case(GRILLE1, {((1, 0), (1, 1)): -1, ((1, 0), (2, 0)): -1}, (1, 0))
    -1
    """
    indice = indices[case[0]][case[1]]
    if indice is None:
        return None
    traces = sum(est_trace(etat, segment) for segment in cotes(case))
    permis = 4 - sum(est_interdit(etat, segment) for segment in cotes(case))
    return indice - traces if permis >= indice else permis - indice


# Tâche 2 : conditions de victoire


def longueur_boucle(etat: Etat, segment: Segment) -> int | None:
    """La longueur de la boucle à laquelle le segment appartient, None s'il n'appartient pas à une boucle.

    >>> carre = {segment: 1 for segment in cotes((0, 0))}
    >>> longueur_boucle(carre, ((0, 1), (0, 0)))
    4
    >>> longueur_boucle({((0, 0), (0, 1)): 1}, ((0, 0), (0, 1))) is None
    True
    """
    if not est_trace(etat, segment):
        return None
    depart, courant = segment
    precedent = depart
    longueur = 1
    while courant != depart:
        traces = segments_traces(etat, courant)
        if len(traces) != 2:
            return None
        suivants = [sommet for trace in traces for sommet in trace if sommet not in (courant, precedent)]
        precedent, courant = courant, suivants[0]
        longueur += 1
    return longueur


def indices_satisfaits(indices: Indices, etat: Etat) -> bool:
    """Première condition : chaque case qui porte un indice k a exactement k côtés tracés."""
    return all(
        indice is None or sum(est_trace(etat, segment) for segment in cotes((i, j))) == indice
        for i, ligne in enumerate(indices)
        for j, indice in enumerate(ligne)
    )


def boucle_unique(etat: Etat) -> bool:
    """Deuxième condition : l'ensemble des segments tracés forme une unique boucle fermée.

    >>> boucle_unique({segment: 1 for segment in cotes((0, 0)) + cotes((2, 2))})
    False
    """
    traces = [segment for segment, valeur in etat.items() if valeur == 1]
    return bool(traces) and longueur_boucle(etat, traces[0]) == len(traces)


def victoire(indices: Indices, etat: Etat) -> bool:
    """La grille est résolue : les deux conditions sont réunies."""
    return indices_satisfaits(indices, etat) and boucle_unique(etat)


# Tâche 4 : recherche de solutions


def resoudre_depuis(indices: Indices, etat: Etat, sommet: Sommet) -> bool:
    """L'algorithme du sujet : prolonger le chemin qui mène à `sommet`. True si `etat` contient une solution.

    >>> indices, etat = [[2, 3], [None, 2]], {}
    >>> resoudre_depuis(indices, etat, (0, 1)), victoire(indices, etat), len(etat)
    (True, True, 8)
    """
    traces = len(segments_traces(etat, sommet))
    if traces == 2:
        return indices_satisfaits(indices, etat)
    if traces > 2:
        return False
    for segment in segments_vierges(etat, sommet, indices):
        tracer_segment(etat, segment)
        a, b = segment
        if not trop_trace(indices, etat, segment) and resoudre_depuis(indices, etat, b if a == sommet else a):
            return True
        effacer_segment(etat, segment)
    return False


def trop_trace(indices: Indices, etat: Etat, segment: Segment) -> bool:
    """True si une case voisine du segment a plus de côtés tracés que son indice ne le permet."""
    for i, j in cases_voisines(indices, segment):
        indice = indices[i][j]
        if indice is not None and sum(est_trace(etat, cote) for cote in cotes((i, j))) > indice:
            return True
    return False


def cases_voisines(indices: Indices, segment: Segment) -> list[Case]:
    """La ou les cases dont le segment est un côté.

    >>> cases_voisines(GRILLE1, ((1, 4), (2, 4))), cases_voisines(GRILLE1, ((0, 0), (0, 1)))
    ([(1, 3), (1, 4)], [(0, 0)])
    """
    (i, j), (k, _) = ordonner(segment)
    voisines = [(i - 1, j), (i, j)] if i == k else [(i, j - 1), (i, j)]
    return [(i, j) for i, j in voisines if 0 <= i < len(indices) and 0 <= j < len(indices[0])]


def sommets_de_depart(indices: Indices) -> list[Sommet]:
    """Des sommets dont l'un au moins est sur toute solution : le moins possible.

    La boucle passe par tous les sommets d'un 3, par l'un de deux sommets quelconques d'un 2, par l'une des deux
    extrémités d'une diagonale d'un 1.

    >>> sommets_de_depart(GRILLE1)
    [(1, 0)]
    >>> sommets_de_depart([[None, 2]]), sommets_de_depart([[None, 1]])
    ([(0, 1), (0, 2)], [(0, 1), (1, 2)])
    """
    for cherche in (3, 2, 1):
        for i, ligne in enumerate(indices):
            for j, indice in enumerate(ligne):
                if indice == cherche:
                    suite: dict[int, list[Sommet]] = {3: [], 2: [(i, j + 1)], 1: [(i + 1, j + 1)]}
                    return [(i, j), *suite[cherche]]
    return [(i, j) for i in range(len(indices) + 1) for j in range(len(indices[0]) + 1)]


def resoudre(indices: Indices, etat: Etat) -> bool:
    """Relance la recherche à partir de chaque bon sommet de départ ; remplit `etat`, vide au début, si elle aboutit.

    >>> etat = {}
    >>> resoudre([[2, 3], [None, 2]], etat), boucle_unique(etat)
    (True, True)
    >>> resoudre([[3, 3], [3, 3]], {})
    False
    """
    return any(resoudre_depuis(indices, etat, sommet) for sommet in sommets_de_depart(indices))


# Tâche complémentaire : amélioration du solveur


def resoudre_en_interdisant(indices: Indices, etat: Etat, sommet: Sommet) -> bool:
    """Comme `resoudre_depuis`, mais ce qui ferait un branchement est interdit et l'on s'arrête dès qu'un indice
    ne peut plus être satisfait.

    >>> etat = {}
    >>> resoudre_en_interdisant(GRILLE1, etat, (2, 0)), victoire(GRILLE1, etat)
    (True, True)
    >>> sum(valeur == 1 for valeur in etat.values())
    38
    """
    traces = len(segments_traces(etat, sommet))
    if traces == 2:
        return indices_satisfaits(indices, etat)
    if traces > 2:
        return False
    vierges = segments_vierges(etat, sommet, indices)
    for segment in vierges:
        tracer_segment(etat, segment)
        # Au départ, un second segment doit rester possible : c'est lui qui fermera la boucle.
        interdits = [autre for autre in vierges if autre != segment] if traces == 1 else []
        for autre in interdits:
            interdire_segment(etat, autre)
        touchees = [case for touche in [segment, *interdits] for case in cases_voisines(indices, touche)]
        encore_possible = all((statut_case(indices, etat, case) or 0) >= 0 for case in touchees)
        a, b = segment
        if encore_possible and resoudre_en_interdisant(indices, etat, b if a == sommet else a):
            return True
        for autre in [segment, *interdits]:
            effacer_segment(etat, autre)
    return False
