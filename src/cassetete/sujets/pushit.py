"""Les fonctions et les algorithmes du sujet « Push it down! », tels qu'il les décrit.

Un niveau `niv` est une matrice carrée d'entiers (liste de listes) : `niv[i][j]` est le nombre de blocs empilés à la
ligne `i`, colonne `j`. La position `p` de la bille est un couple `(i, j)`. Une direction est l'un des mots "bas",
"droite", "haut", "gauche", toujours essayés dans cet ordre.

>>> map_tour = [[5, 4, 3, 2, 1, 0],
...             [4, 4, 3, 2, 1, 0],
...             [3, 3, 3, 2, 1, 0],
...             [2, 2, 2, 2, 1, 0],
...             [1, 1, 1, 1, 1, 0],
...             [0, 0, 0, 0, 0, 0]]
>>> map6 = [[4, 3, 3, 0, 0],
...         [3, 3, 3, 0, 0],
...         [3, 1, 3, 0, 0],
...         [2, 1, 4, 0, 0],
...         [1, 1, 1, 0, 1]]
>>> existe_solution(map_tour), existe_solution(map6)
(True, True)
>>> longueur_solution(map_tour), longueur_solution(map6)
(10, 10)
>>> chemin_solution(map6)
['bas', 'droite', 'droite', 'bas', 'bas', 'bas', 'gauche', 'droite', 'droite', 'droite']
>>> len(solution_minimale(map_tour)), len(solution_minimale(map6))
(10, 10)

Sans pousser de bloc, on sort de la tour, pas de map6 : « il est obligatoire de pousser au moins un bloc ».

>>> existe_solution(map_tour, poussees=False), existe_solution(map6, poussees=False)
(True, False)

Le retour sur trace ne donne pas la solution la plus courte :

>>> seuil = [[1, 1, 1, 1],
...          [1, 2, 2, 1],
...          [1, 2, 0, 0],
...          [3, 1, 0, 1]]
>>> longueur_solution(seuil), len(solution_minimale(seuil))
(20, 10)
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random
from typing import TypeAlias

Niveau: TypeAlias = list[list[int]]
Position: TypeAlias = tuple[int, int]
Configuration: TypeAlias = tuple[tuple[tuple[int, ...], ...], Position]

DIRECTIONS = {"bas": (1, 0), "droite": (0, 1), "haut": (-1, 0), "gauche": (0, -1)}


# -- 2. Encodage des niveaux -----------------------------------------------------------------------------------------


def charger_niveau(chemin: str | Path) -> Niveau:
    """Renvoie la matrice des hauteurs stockée dans un fichier : une ligne d'entiers par ligne de la matrice.

    Les lignes vides et celles qui commencent par `#` sont ignorées.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as dossier:
    ...     fichier = Path(dossier) / "carte.txt"
    ...     _ = fichier.write_text("12 1\\n0 0\\n")
    ...     charger_niveau(fichier)
    [[12, 1], [0, 0]]
    """
    lignes = Path(chemin).read_text(encoding="utf-8").splitlines()
    return [[int(mot) for mot in ligne.split()] for ligne in lignes if ligne.strip() and not ligne.startswith("#")]


# -- 3. Dessin du plateau de jeu -------------------------------------------------------------------------------------


def coin_bas(i: float, j: float, k: float, lb: float, hb: float) -> tuple[float, float]:
    """Calcule les coordonnées, en pixels, du coin le plus bas d'un bloc représenté par le triplet (i, j, k), où i est
    le numéro de ligne et j le numéro de colonne de la case sur laquelle est posé le bloc, et k est sa hauteur.
    Reçoit aussi les dimensions lb et hb d'un bloc.

    >>> coin_bas(0, 0, 2, 50, 50)
    (300, 300)
    >>> coin_bas(1, 0, 1, 50, 50), coin_bas(1, 1, 0, 50, 50)
    ((250, 375), (300, 450))
    """
    x = 300 + (j - i) * lb
    y = 300 + (j + i) * lb // 2 - (k - 1) * hb + lb
    return x, y


# -- 4. Déplacements -------------------------------------------------------------------------------------------------


def deplacer(niv: Niveau, p: Position, direction: str, poussees: bool = True) -> tuple[Niveau, Position] | None:
    """Renvoie la configuration obtenue en déplaçant la bille, ou None si le déplacement est impossible.

    La matrice reçue n'est pas modifiée. Après une poussée, la bille avance sur la case libérée.

    >>> deplacer([[1, 2, 0], [0, 0, 1], [0, 0, 1]], (0, 0), "droite")
    ([[1, 1, 1], [0, 0, 1], [0, 0, 1]], (0, 1))
    >>> deplacer([[1, 2, 0], [0, 0, 1], [0, 0, 1]], (0, 0), "haut")
    """
    n = len(niv)
    i, j = p
    di, dj = DIRECTIONS[direction]
    i1, j1, i2, j2 = i + di, j + dj, i + 2 * di, j + 2 * dj
    if not (0 <= i1 < n and 0 <= j1 < n):
        return None
    if niv[i1][j1] <= niv[i][j]:
        return niv, (i1, j1)
    un_bloc_devant = niv[i1][j1] == niv[i][j] + 1
    place_derriere = 0 <= i2 < n and 0 <= j2 < n and niv[i2][j2] <= niv[i][j]
    if not (poussees and un_bloc_devant and place_derriere):
        return None
    nouveau = [list(ligne) for ligne in niv]
    nouveau[i1][j1] -= 1
    nouveau[i2][j2] += 1
    return nouveau, (i1, j1)


# -- 6.2 Stocker une matrice dans un ensemble ------------------------------------------------------------------------


def vers_tuple(liste_de_listes: Niveau) -> tuple[tuple[int, ...], ...]:
    """Convertit une matrice en tuple de tuples, qu'un ensemble peut contenir.

    >>> plateau = [[3, 2, 1], [1, 2, 1], [1, 0, 1]]
    >>> visites = set()
    >>> visites.add(plateau)
    Traceback (most recent call last):
    ...
    TypeError: unhashable type: 'list'
    >>> t_plateau = vers_tuple(plateau)
    >>> visites.add(t_plateau)
    >>> print(visites)
    {((3, 2, 1), (1, 2, 1), (1, 0, 1))}
    """
    return tuple(tuple(ligne) for ligne in liste_de_listes)


# -- 6.1 Algorithme de backtracking : existe-t-il une solution ? -----------------------------------------------------


def existe_solution(
    niv: Niveau, p: Position = (0, 0), visites: set[Configuration] | None = None, poussees: bool = True
) -> bool:
    """Renvoie True s'il existe un chemin de la configuration (niv, p) à la sortie.

    `visites` est l'ensemble V des configurations déjà visitées ; `poussees=False` interdit de pousser. La fonction
    est récursive : un grand niveau peut dépasser la limite de récursion de Python.

    >>> existe_solution([[0, 2, 2], [2, 0, 0], [2, 0, 0]])  # enfermée dès le départ
    False
    >>> existe_solution([[0, 0], [0, 1]])  # la sortie est trop haute
    False
    """
    visites = set() if visites is None else visites
    visites.add((vers_tuple(niv), p))
    n = len(niv)
    if p == (n - 1, n - 1):
        return True
    for direction in DIRECTIONS:
        suivante = deplacer(niv, p, direction, poussees)
        if suivante is None:
            continue
        niv2, p2 = suivante
        if (vers_tuple(niv2), p2) in visites:
            continue
        if existe_solution(niv2, p2, visites, poussees):
            return True
    return False


# -- 6.3 Pour aller plus loin : la longueur, puis le chemin, puis le plus court --------------------------------------


def longueur_solution(
    niv: Niveau, p: Position = (0, 0), visites: set[Configuration] | None = None, poussees: bool = True
) -> int | None:
    """Renvoie la longueur de la solution trouvée par le même parcours (pas la plus courte), ou None.

    >>> longueur_solution([[1, 2, 0], [3, 3, 1], [3, 3, 1]])
    4
    """
    visites = set() if visites is None else visites
    visites.add((vers_tuple(niv), p))
    n = len(niv)
    if p == (n - 1, n - 1):
        return 0
    for direction in DIRECTIONS:
        suivante = deplacer(niv, p, direction, poussees)
        if suivante is None:
            continue
        niv2, p2 = suivante
        if (vers_tuple(niv2), p2) in visites:
            continue
        longueur = longueur_solution(niv2, p2, visites, poussees)
        if longueur is not None:
            return longueur + 1
    return None


def chemin_solution(
    niv: Niveau,
    p: Position = (0, 0),
    visites: set[Configuration] | None = None,
    chemin: list[str] | None = None,
    poussees: bool = True,
) -> list[str] | None:
    """Renvoie la suite des directions de la solution trouvée par le même parcours, ou None.

    `chemin` est la liste des déplacements essayés jusqu'ici : on y ajoute une direction avant l'appel récursif, on
    l'en retire si elle ne mène à rien. On abandonne dès que la bille est plus bas que la sortie : elle ne remontera
    pas, et la sortie, dans un coin, ne descendra pas.

    >>> chemin_solution([[1, 2, 0], [3, 3, 1], [3, 3, 1]])
    ['droite', 'droite', 'bas', 'bas']
    """
    visites = set() if visites is None else visites
    chemin = [] if chemin is None else chemin
    visites.add((vers_tuple(niv), p))
    n = len(niv)
    if p == (n - 1, n - 1):
        return chemin
    if niv[p[0]][p[1]] < niv[n - 1][n - 1]:
        return None
    for direction in DIRECTIONS:
        suivante = deplacer(niv, p, direction, poussees)
        if suivante is None:
            continue
        niv2, p2 = suivante
        if (vers_tuple(niv2), p2) in visites:
            continue
        chemin.append(direction)
        if chemin_solution(niv2, p2, visites, chemin, poussees) is not None:
            return chemin
        chemin.pop()
    return None


def solution_minimale(niv: Niveau, p: Position = (0, 0), poussees: bool = True) -> list[str] | None:
    """Renvoie une solution de longueur minimale, ou None : parcours en largeur avec une file.

    >>> solution_minimale([[1, 2, 0], [3, 3, 1], [3, 3, 1]])
    ['droite', 'droite', 'bas', 'bas']
    >>> solution_minimale([[1, 2, 0], [3, 3, 1], [3, 3, 1]], poussees=False)
    """
    n = len(niv)
    visites = {(vers_tuple(niv), p)}
    file: deque[tuple[Niveau, Position, list[str]]] = deque([(niv, p, [])])
    while file:
        niv, p, chemin = file.popleft()
        if p == (n - 1, n - 1):
            return chemin
        if niv[p[0]][p[1]] < niv[n - 1][n - 1]:
            continue
        for direction in DIRECTIONS:
            suivante = deplacer(niv, p, direction, poussees)
            if suivante is None:
                continue
            niv2, p2 = suivante
            configuration = (vers_tuple(niv2), p2)
            if configuration not in visites:
                visites.add(configuration)
                file.append((niv2, p2, [*chemin, direction]))
    return None


def poussee_obligatoire(niv: Niveau, p: Position = (0, 0)) -> bool:
    """Renvoie True s'il faut pousser au moins un bloc pour réussir : la grille est peut-être intéressante.

    >>> poussee_obligatoire([[1, 2, 0], [3, 3, 1], [3, 3, 1]])
    True
    """
    return solution_minimale(niv, p, poussees=False) is None and solution_minimale(niv, p) is not None


# -- 3. Dessin du plateau de jeu, avec fltk (importée seulement quand on dessine) -------------------------------------


def affiche_bloc(i: int, j: int, k: int, lb: float, hb: float, c: str = "white") -> None:
    """Affiche le bloc de coordonnées (i, j, k) conformément au schéma donné dans le sujet. Reçoit
    aussi les dimensions lb et hb d'un bloc ainsi qu'un paramètre optionnel c indiquant la couleur
    de la face supérieure du bloc.
    """
    from cassetete.front.window.paint.fltk_import import fltk

    # calcul des coordonnées du coin bas du bloc
    x, y = coin_bas(i, j, k, lb, hb)
    # calcul des coordonnées des autres sommets inférieurs du bloc
    xg, xd, ymb = x - lb, x + lb, y - lb // 2
    # calcul des ordonnées des sommets supérieurs
    ybh, ymh, yhh = y - hb, y - lb // 2 - hb, y - lb - hb
    # dessin de la face supérieure, en vert si c'est l'arrivée
    face_haut = [(x, ybh), (xd, ymh), (x, yhh), (xg, ymh)]
    fltk.polygone(face_haut, remplissage=c, epaisseur=2)
    # dessin des faces latérales si hauteur non nulle (à compléter dans le sujet)
    if k > 0:
        face_gauche = [(x, y), (x, ybh), (xg, ymh), (xg, ymb)]
        face_droite = [(x, y), (x, ybh), (xd, ymh), (xd, ymb)]
        fltk.polygone(face_gauche, remplissage="grey")
        fltk.polygone(face_droite, remplissage="lightgrey")


def affiche_bille(i: int, j: int, k: int, lb: float, hb: float, n: int) -> None:
    """Affiche la bille aux coordonnées (i, j, k). Reçoit aussi les dimensions lb et hb d'un bloc
    et la taille n du plateau.
    """
    from cassetete.front.window.paint.fltk_import import fltk

    # dessin de la bille proprement dite
    x, y = coin_bas(i, j, k, lb, hb)
    fltk.cercle(x, y - 2 * lb // 3, lb // 3, couleur="red", remplissage="red")
    # repère vertical pour une meilleure visibilité
    fltk.ligne(x, y - 2 * lb // 3, x, 20, couleur="red")
    # flèche-repère de gauche
    x, y = coin_bas(n - 1, j - 0.5, 1, lb, hb)
    fltk.fleche(x - 20, y + 20, x - 10, y + 10, couleur="red", epaisseur=3)
    # flèche-repère de droite
    x, y = coin_bas(i - 0.5, n - 1, 1, lb, hb)
    fltk.fleche(x + 20, y + 20, x + 10, y + 10, couleur="red", epaisseur=3)


def affiche_niveau(niv: Niveau, p: Position) -> None:
    """Dessine tout le niveau dans l'ordre du sujet : ligne par ligne, de gauche à droite, de bas en haut ; la bille
    après les blocs de sa case. Les blocs sont à l'échelle de la fenêtre de 600 par 600 pixels."""
    n = len(niv)
    lb = 280 / n
    hb = min(1.5 * lb, 230 / (max(map(max, niv)) + 1))
    for i, ligne_de_blocs in enumerate(niv):
        for j, hauteur in enumerate(ligne_de_blocs):
            for k in range(hauteur + 1):
                affiche_bloc(i, j, k, lb, hb, "green" if (i, j) == (n - 1, n - 1) else "white")
            if (i, j) == p:
                affiche_bille(i, j, hauteur + 1, lb, hb, n)


def attente_clic() -> None:
    """Attend un clic, ou la fermeture de la fenêtre : la fonction que le sujet utilise et que fltk n'a pas."""
    from cassetete.front.window.paint.fltk_import import fltk

    while fltk.type_ev(fltk.attend_ev()) not in ("ClicGauche", "ClicDroit", "Quitte"):
        pass


# -- 4.3 Le jeu : les flèches, et les touches R, P, N, A, Q du sujet ---------------------------------------------------

TOUCHES = {"Down": "bas", "Right": "droite", "Up": "haut", "Left": "gauche"}


class Partie:
    """Une partie en cours : les niveaux, celui que l'on joue, et les configurations traversées.

    >>> partie = Partie([[[1, 2, 0], [3, 3, 1], [3, 3, 1]], [[1, 0], [0, 0]]])
    >>> [partie.touche(nom) for nom in ("Right", "Up", "Right", "a", "Right", "Down", "Down")]
    [True, False, True, True, True, True, True]
    >>> partie.gagnee(), partie.touche("n"), partie.numero, partie.touche("n")
    (True, True, 1, False)
    """

    def __init__(self, niveaux: list[Niveau]) -> None:
        self.niveaux = niveaux
        self.numero = 0
        self.passe: list[tuple[Niveau, Position]] = [(niveaux[0], (0, 0))]

    def touche(self, nom: str) -> bool:
        """Une touche est appuyée ; faux si elle ne change rien."""
        suivant = self.numero + {"n": 1, "p": -1}.get(nom, 0)
        if nom in ("n", "p", "r"):
            if not 0 <= suivant < len(self.niveaux):
                return False
            self.numero = suivant
            self.passe = [(self.niveaux[suivant], (0, 0))]
        elif nom == "a" and len(self.passe) > 1:
            self.passe.pop()
        elif nom in TOUCHES and not self.gagnee():
            suivante = deplacer(*self.passe[-1], TOUCHES[nom])
            if suivante is None:
                return False
            self.passe.append(suivante)
        else:
            return False
        return True

    def gagnee(self) -> bool:
        """La bille est-elle sur la case d'arrivée ?"""
        niv, p = self.passe[-1]
        return p == (len(niv) - 1, len(niv) - 1)


def jouer(chemins: list[str | Path]) -> None:
    """Joue les niveaux des fichiers dans une fenêtre de 600 par 600 pixels, jusqu'à Q ; dit ce qui est gagné."""
    from cassetete.front.window.paint.fltk_import import fltk

    partie = Partie([charger_niveau(chemin) for chemin in chemins])
    fltk.cree_fenetre(600, 600)
    while True:
        fltk.efface_tout()
        affiche_niveau(*partie.passe[-1])
        fltk.texte(10, 10, f"niveau {partie.numero + 1} / {len(chemins)}, coups : {len(partie.passe) - 1}", taille=14)
        if partie.gagnee():
            fltk.texte(300, 40, "Gagné !", ancrage="center", couleur="darkgreen")
        evenement = fltk.attend_ev()
        nom = fltk.touche(evenement) if fltk.type_ev(evenement) == "Touche" else ""
        if fltk.type_ev(evenement) == "Quitte" or nom in ("q", "Q"):
            break
        if partie.touche(nom if nom in TOUCHES else nom.lower()) and nom in TOUCHES and partie.gagnee():
            print(f"{Path(chemins[partie.numero]).stem} : gagné en {len(partie.passe) - 1} coups")
    fltk.ferme_fenetre()


# -- 5. Génération aléatoire de grilles --------------------------------------------------------------------------------


def niveau_aleatoire(n: int, hauteur_max: int, graine: int, essais: int = 10_000) -> Niveau | None:
    """Un niveau tiré au hasard qui a une solution, si possible pas sans pousser ; None si aucun n'est trouvé.

    Les hauteurs descendent à peu près du départ vers l'arrivée : au hasard complet, presque rien n'a de solution.

    >>> niv = niveau_aleatoire(4, 4, graine=1)
    >>> len(niv), solution_minimale(niv) is not None, niv == niveau_aleatoire(4, 4, graine=1)
    (4, True, True)
    """
    hasard = Random(graine)
    trouve = None
    for _essai in range(essais):
        niv = [[_hauteur(i + j, n, hauteur_max, hasard) for j in range(n)] for i in range(n)]
        if solution_minimale(niv) is None:
            continue
        trouve = trouve or niv
        if solution_minimale(niv, poussees=False) is None:
            return niv
    return trouve


def _hauteur(rang: int, n: int, hauteur_max: int, hasard: Random) -> int:
    """Renvoie une hauteur tirée autour d'une pente qui descend régulièrement du départ à la sortie."""
    pente = hauteur_max * (1 - rang / (2 * n - 2)) if n > 1 else 0
    return min(hauteur_max, max(0, round(pente) + hasard.randint(-1, 1)))


if __name__ == "__main__":
    import sys

    if len(sys.argv) > 1:  # python -m cassetete.sujets.pushit maps/*.txt
        try:
            jouer(list(sys.argv[1:]))
        except (OSError, ValueError) as erreur:
            sys.exit(f"{erreur}")
        sys.exit()
    # l'exemple de programme du sujet
    from cassetete.front.window.paint.fltk_import import fltk

    fltk.cree_fenetre(600, 600)
    affiche_bloc(0, 0, 2, 50, 50)
    affiche_bloc(0, 1, 1, 50, 50)
    affiche_bloc(1, 0, 1, 50, 50)
    affiche_bloc(1, 1, 0, 50, 50, c="green")
    affiche_bille(0, 0, 3, 50, 50, 2)
    attente_clic()
    fltk.ferme_fenetre()
