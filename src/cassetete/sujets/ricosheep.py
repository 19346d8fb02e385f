"""Les fonctions du sujet Ricosheep, avec ses noms et ses structures : un `plateau` et une liste de `moutons`.

La grille de la figure 1 du sujet, qui sert d'exemple partout :

>>> plateau = [[None, 'B' , None, 'B' , None],
...            ['B' , 'B' , None, None, None],
...            [None, 'G' , 'B' , 'B' , None],
...            [None, 'B' , 'G' , None, None],
...            [None, None, None, 'B' , None]]
>>> moutons = [(0, 4), (1, 3), (2, 4), (4, 4)]
"""

from __future__ import annotations

from os import PathLike

Plateau = list[list[str | None]]
Moutons = list[tuple[int, int]]
Visite = set[tuple[tuple[int, int], ...]]

DIRECTIONS = ["Left", "Right", "Up", "Down"]
PAS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}


def jouer(plateau: Plateau, moutons: Moutons, direction: str) -> None:
    """Déplace tous les moutons dans une direction, en modifiant la liste `moutons` ; chacun y garde son rang.

    Les moutons avancent dans l'ordre, le plus proche du but en tête : quand un mouton part, ceux qui peuvent le
    bloquer sont déjà arrêtés. Chacun parcourt au plus n cases et le tri coûte O(m log m) : c'est la version en
    O(nm) que demande le sujet.

    >>> plateau, moutons = figure_1()
    >>> jouer(plateau, moutons, 'Left')
    >>> moutons
    [(0, 4), (1, 2), (2, 4), (4, 4)]
    >>> jouer(plateau, moutons, 'Down')
    >>> moutons
    [(2, 4), (1, 2), (3, 4), (4, 4)]
    """
    di, dj = PAS[direction]
    ordre = sorted(range(len(moutons)), key=lambda k: -(moutons[k][0] * di + moutons[k][1] * dj))
    arretes: set[tuple[int, int]] = set()
    for k in ordre:
        i, j = moutons[k]
        while est_libre(plateau, i + di, j + dj) and (i + di, j + dj) not in arretes:
            i, j = i + di, j + dj
        moutons[k] = (i, j)
        arretes.add((i, j))


def jouer_naif(plateau: Plateau, moutons: Moutons, direction: str) -> None:
    """Comme `jouer`, mais naïvement : chacun avance d'une case s'il le peut, et on recommence tant que quelqu'un bouge.

    Chaque tour regarde les m moutons, et cherche la case suivante de chacun dans la liste des m moutons ; il peut y
    avoir autant de tours que de cases à parcourir : O(nm²).

    >>> plateau, moutons = figure_1()
    >>> jouer_naif(plateau, moutons, 'Left')
    >>> moutons
    [(0, 4), (1, 2), (2, 4), (4, 4)]
    """
    di, dj = PAS[direction]
    bouge = True
    while bouge:
        bouge = False
        for k, (i, j) in enumerate(moutons):
            suivante = (i + di, j + dj)
            if est_libre(plateau, *suivante) and suivante not in moutons:
                moutons[k] = suivante
                bouge = True


def est_libre(plateau: Plateau, i: int, j: int) -> bool:
    """Vrai si la case est sur le plateau et n'est pas un buisson (l'herbe n'arrête personne).

    >>> plateau, moutons = figure_1()
    >>> est_libre(plateau, 2, 1), est_libre(plateau, 0, 1), est_libre(plateau, 5, 0)
    (True, False, False)
    """
    return 0 <= i < len(plateau) and 0 <= j < len(plateau[0]) and plateau[i][j] != "B"


def victoire(plateau: Plateau, moutons: Moutons) -> bool:
    """Vrai si chaque touffe d'herbe est couverte par un mouton.

    >>> plateau, moutons = figure_1()
    >>> victoire(plateau, moutons)
    False
    >>> victoire(plateau, [(2, 1), (3, 2)])
    True
    """
    return all(
        (i, j) in moutons for i, ligne in enumerate(plateau) for j, element in enumerate(ligne) if element == "G"
    )


def charger(fichier: str | PathLike[str]) -> tuple[Plateau, Moutons] | None:
    """Le plateau et les moutons décrits par un fichier, ou None si le fichier n'est pas correctement formaté.

    En plus de l'alphabet du sujet, `*` est un mouton sur une touffe d'herbe (c'est l'amélioration « enregistrer une
    partie »), et des lignes `# titre: …` peuvent précéder la grille.
    """
    try:
        with open(fichier, encoding="utf-8") as flux:  # noqa: PTH123
            lignes = flux.read().rstrip("\n").split("\n")
    except UnicodeDecodeError:
        return None
    while lignes and lignes[0].startswith("# "):
        lignes.pop(0)
    plateau: Plateau = []
    moutons: Moutons = []
    for i, ligne in enumerate(lignes):
        if ligne == "" or len(ligne) != len(lignes[0]):
            return None
        plateau.append([])
        for j, caractere in enumerate(ligne):
            if caractere not in "_BGS*":
                return None
            plateau[i].append({"B": "B", "G": "G", "*": "G"}.get(caractere))
            if caractere in "S*":
                moutons.append((i, j))
    return (plateau, moutons) if plateau else None


def profondeur(plateau: Plateau, moutons: Moutons, visite: Visite | None = None) -> list[str] | None:
    """La recherche en profondeur de la tâche 4 : une liste de directions qui gagne, ou None s'il n'y en a pas.

    `visite` est l'ensemble des états déjà considérés, vide au premier appel.

    >>> plateau, moutons = figure_1()
    >>> len(profondeur(plateau, moutons, set()))
    49
    >>> moutons
    [(0, 4), (1, 3), (2, 4), (4, 4)]

    Comme elle est récursive, Python l'interrompt (RecursionError) sur les grilles où le chemin essayé dépasse un
    millier de coups ; `cassetete.search.depth_first` visite les mêmes états sans récursion.
    """
    visite = set() if visite is None else visite
    if victoire(plateau, moutons):
        return []
    etat = tuple(sorted(moutons))
    if etat in visite:
        return None
    visite.add(etat)
    avant = list(moutons)
    for direction in DIRECTIONS:
        jouer(plateau, moutons, direction)
        solution = profondeur(plateau, moutons, visite)
        moutons[:] = avant
        if solution is not None:
            return [direction, *solution]
    return None


def largeur(plateau: Plateau, moutons: Moutons) -> list[str] | None:
    """La recherche en largeur : une liste de directions la plus courte possible, ou None s'il n'y en a pas.

    Erratum : à l'étape 3, le sujet dit de renvoyer None quand un état a déjà été visité ; il faut seulement passer au
    suivant, sinon la recherche s'arrête au premier état rencontré deux fois.

    >>> plateau, moutons = figure_1()
    >>> largeur(plateau, moutons)
    ['Down', 'Left', 'Down', 'Left', 'Down', 'Left', 'Up', 'Right', 'Up']
    """
    visite: Visite = set()
    debut: tuple[Moutons, list[str]] = (list(moutons), [])
    a_traiter = [debut]
    while a_traiter:
        etat, coups = a_traiter.pop(0)
        if victoire(plateau, etat):
            return coups
        if tuple(sorted(etat)) in visite:
            continue
        visite.add(tuple(sorted(etat)))
        for direction in DIRECTIONS:
            suivant = list(etat)
            jouer(plateau, suivant, direction)
            a_traiter.append((suivant, [*coups, direction]))
    return None


def figure_1() -> tuple[Plateau, Moutons]:
    """La grille de la figure 1 du sujet, neuve à chaque appel."""
    plateau: Plateau = [
        [None, "B", None, "B", None],
        ["B", "B", None, None, None],
        [None, "G", "B", "B", None],
        [None, "B", "G", None, None],
        [None, None, None, "B", None],
    ]
    return plateau, [(0, 4), (1, 3), (2, 4), (4, 4)]
