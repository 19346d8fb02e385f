"""What the screens look like: the parts of the table as trees of elements, which the page makes as they are.

A tree is `[tag, properties, child, …]`; a text is a child, and stays a text. So nothing of a level becomes markup.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Tree: TypeAlias = Any
"""An element as a list, or a text."""

Shown: TypeAlias = dict[str, Any]
"""A part as the page shows it: `show`, its trees, and what else the page has to know of it."""

Words: TypeAlias = Mapping[str, str]

_BAR = {"wide": 46, "high": 120, "foot": 18, "head": 16}
_NOTE_ICONS = {"lost": "warning", "hint": "hint", "thinking": "thinking", "good": "check"}


def view(name: str, part: Any, words: Words) -> Any:
    """A part as the page gets it: most are shown, some are plain values."""
    make = _VIEWS.get(name)
    return part if make is None or part is None else make(part, words)


def h(tag: str, properties: Mapping[str, Any] | None = None, *children: Any) -> Tree:
    """An element; what is None or False, among properties and children, is left out.

    >>> h("p", {"class": "lead", "hidden": False}, "five ", None, [h("b", None, "games")])
    ['p', {'class': 'lead'}, 'five ', ['b', {}, 'games']]
    """
    given = {name: value for name, value in (properties or {}).items() if value is not None and value is not False}
    return [tag, given, *_flat(children)]


def _flat(children: Any) -> list[Tree]:
    """Children in a row. An element is a list that starts with its tag; another list holds several."""
    found: list[Tree] = []
    for child in children:
        if isinstance(child, list | tuple) and not (len(child) > 1 and isinstance(child[1], dict)):
            found += _flat(child)
        elif child is not None and child is not False and child != "":
            found.append(child if isinstance(child, list) else str(child))
    return found


def shown(*trees: Any, **more: Any) -> Shown:
    """Trees, and what else the page has to know."""
    return {"show": _flat(trees), **more}


def icon(name: str) -> Tree:
    """A picture of `icons.svg`."""
    use = h("use", {"href": f"icons.svg#{name}"})
    return h("svg", {"class": "icon", "viewBox": "0 0 24 24", "aria-hidden": "true"}, use)


def press(do: str, arguments: Any = None, **properties: Any) -> dict[str, Any]:
    """The properties of a button that does a command."""
    given = json.dumps(arguments, ensure_ascii=False) if arguments is not None else None
    return {"type": "button", **properties, "data-do": do, "data-args": given}


def button(model: Mapping[str, Any], look: str = "") -> Tree:
    """A button of the table."""
    names = ("button", look, "primary" if model.get("primary") else "", "" if model.get("icon") else "wordy")
    key, pressed = model.get("key"), model.get("pressed")
    properties = press(model["do"], model.get("args")) | {
        "class": " ".join(filter(None, names)),
        "disabled": model.get("off"),
        "aria-pressed": None if pressed is None else str(pressed).lower(),
        "title": f"{model['label']} ({key})" if key else model["label"],
        "aria-keyshortcuts": key if key and len(key) == 1 else None,
    }
    picture_of = icon(model["icon"]) if model.get("icon") else None
    shortcut = h("kbd", {"aria-hidden": "true"}, key) if key else None
    return h("button", properties, picture_of, h("span", {"class": "label"}, model["label"]), shortcut)


def buttons(models: Any, look: str = "") -> list[Tree]:
    """Buttons in a row."""
    return [button(model, look) for model in models]


def stars(count: int, words: Words) -> Tree:
    """So many of three stars."""
    drawn = [h("span", {"class": "star on" if place < count else "star"}, icon("star")) for place in range(3)]
    return h("span", {"class": "stars", "role": "img", "aria-label": f"{count}/3 {words['stars']}"}, drawn)


def picture(model: Mapping[str, Any]) -> Tree:
    """A small board; `raw` is markup of our own, `art` the symbols it needs."""
    box = " ".join(f"{number:g}" for number in model["box"])
    properties = {"class": "picture", "viewBox": box, "aria-hidden": "true", "raw": model["svg"]}
    return h("svg", {**properties, "art": model.get("art")})


# The line at the top, and the screens without a board


def _head(head: Any, words: Words) -> Shown:
    title: Tree
    if head.get("brand"):
        image = h("img", {"src": "icon.svg", "alt": "", "width": 34, "height": 34})
        title = h("h1", {"class": "brand"}, image, "cassetete")
    else:
        below = " · ".join(filter(None, (head.get("sub"), head.get("by"))))
        title = h("div", {"class": "titles"}, h("h1", None, head["title"]), h("p", None, below) if below else None)
    menu = {"do": "@menu", "label": words["menu"], "icon": "menu"}
    actions = [
        *buttons(head.get("steps", ()), "round quiet step"),
        *buttons(head.get("actions", ()), "quiet"),
        button(menu, "round quiet") if head.get("menu") else None,
    ]
    back = button({"do": "back", "label": words["back"], "icon": "back"}, "round quiet") if head.get("back") else None
    return shown(back, title, h("div", {"class": "actions"}, actions), title="" if head.get("brand") else head["title"])


def _home(home: Any, _words: Words) -> Shown:
    days = home["daily"]["cards"]
    return shown(
        h("p", {"class": "lead"}, home["lead"]),
        _resume(home["resume"]) if home["resume"] else None,
        h("ul", {"class": "games"}, [h("li", {"data-id": game["id"]}, _tile(game)) for game in home["games"]]),
        h(
            "section",
            {"class": "daily"},
            h("h2", None, home["daily"]["title"]),
            h("ul", {"class": "strip"}, [h("li", None, _day(card)) for card in days]),
        )
        if days
        else None,
    )


def _resume(resume: Any) -> Tree:
    words = h("small", None, resume["label"]), h("strong", None, resume["title"]), h("span", None, resume["game"])
    look = press("resume") | {"class": "resume card"}
    return h("button", look, picture(resume["picture"]), h("span", {"class": "words"}, words), icon("next"))


def _tile(game: Any) -> Tree:
    board = game.get("picture")
    return h(
        "button",
        press("game", {"id": game["id"]}) | {"class": "game card"},
        h("span", {"class": "frame", "data-ground": board["ground"]}, picture(board)) if board else None,
        h("strong", None, game["title"]),
        h("span", {"class": "summary"}, game["summary"]) if game.get("summary") else None,
        _progress(game) if game.get("total") else None,
    )


def _progress(game: Any) -> Tree:
    meter = h("meter", {"min": 0, "max": game["total"], "value": game["done"], "aria-hidden": "true"})
    earned = h("b", None, icon("star"), str(game["stars"])) if game["stars"] else None
    return h(
        "span", {"class": "progress"}, h("span", {"class": "track"}, meter), h("small", None, game["label"], earned)
    )


def _day(card: Any) -> Tree:
    words = h("strong", None, card["title"]), h("small", None, card["label"])
    look = press("daily", {"id": card["id"]}) | {"class": "day card done" if card["done"] else "day card"}
    return h("button", look, icon("check" if card["done"] else "day"), h("span", {"class": "words"}, words))


def _levels(levels: Any, words: Words) -> Shown:
    """Cards in sections, below buttons and a search field."""
    search = levels["search"]
    field = {"type": "search", "class": "search", "data-search": "search", "autocomplete": "off"}
    return shown(
        h("div", {"class": "chips"}, buttons(levels["tools"], "chip")),
        h("input", field | {"aria-label": search["label"], "placeholder": search["label"], "value": search["text"]})
        if search
        else None,
        h("p", {"class": "empty"}, levels["empty"]) if levels["empty"] else None,
        [_section(section, levels, words) for section in levels["sections"]],
    )


def _section(section: Any, levels: Any, words: Words) -> list[Tree]:
    key = section["key"]
    found = []
    if section["title"]:
        fold = press("fold", {"key": key}) | {"class": "fold", "aria-expanded": str(not section["folded"]).lower()}
        more = {"do": "collection", "label": levels["more"], "icon": "more", "args": {"key": key}}
        found.append(
            h(
                "div",
                {"class": "section", "data-id": f"section-{key}"},
                h("h2", None, h("button", fold, icon("down"), section["title"])),
                h("small", None, section["solved"]),
                button(more, "round quiet") if section.get("more") else None,
            )
        )
    if section["cards"]:
        cards = [_card(card, levels, words) for card in section["cards"]]
        found.append(h("ul", {"class": "levels", "data-id": f"cards-{key}"}, cards))
    return found


def _card(card: Any, levels: Any, words: Words) -> Tree:
    fault, locked = card.get("fault"), card.get("locked")
    look = press("level", {"id": card["id"]}) | {
        "class": "level card next" if card.get("next") else "level card",
        "disabled": bool(locked or fault),
        "title": levels["locked"] if locked else fault,
    }
    frame = h("span", {"class": "frame", "data-picture": card["id"], "data-kept": True})
    if fault or locked:
        unseen = h("span", {"class": "unseen"}, fault or words["locked"])
        frame = h("span", {"class": "frame"}, icon("warning" if fault else "lock"), unseen)
    by = h("small", None, f" {card['by']}") if card.get("by") else None
    below = h("small", {"class": "tag"}, levels["next"]) if card.get("next") else None
    if card.get("stars") is not None:
        below = stars(card["stars"], words)
    name = h("span", {"class": "name"}, h("b", None, str(card["number"])), " ", card["title"], by)
    label = f"{levels['more']} {card['title'] or card['number']}"
    more = {"do": "card", "label": label, "icon": "more", "args": {"id": card["id"]}}
    return h(
        "li",
        {"data-id": f"{levels['game']}/{card['id']}"},
        h("button", look, frame, name, below),
        button(more, "round quiet dots") if card.get("more") else None,
    )


def _pictures(pictures: Any, _words: Words) -> list[Any]:
    return [[name, picture(model)] for name, model in pictures]


def _statistics(model: Any, _words: Words) -> Shown:
    """A table by game and bars by month."""
    if model.get("none"):
        return shown(h("p", {"class": "empty"}, model["none"]))
    head = h("tr", None, [h("th", {"scope": "col"}, name) for name in model["columns"]])
    names = model["columns"][1:]
    rows = [
        h(
            "tr",
            {"class": None if row["role"] else "best"},
            h("th", {"scope": "row"}, h("i", {"class": f"dot g-{row['role']}"}) if row["role"] else None, row["name"]),
            [h("td", {"data-label": name}, cell) for name, cell in zip(names, row["cells"], strict=True)],
        )
        for row in model["rows"]
    ]
    table = h("table", None, h("thead", None, head), h("tbody", None, rows))
    plots = [h("section", {"class": "card plot"}, h("h2", None, plot["title"]), _bars(plot)) for plot in model["plots"]]
    return shown(h("section", {"class": "card record figures"}, table), plots)


def _bars(plot: Any) -> Tree:
    wide, high, top = _BAR["wide"], _BAR["high"], _BAR["head"]
    drawn: list[Tree] = []
    for place, bar in enumerate(plot["bars"]):
        x, y = place * wide, float(top + high)
        for piece in bar["pieces"]:
            tall = high * piece["value"] / plot["most"]
            y -= tall
            box = {"x": x + 8, "y": y, "width": wide - 16, "height": tall, "class": f"f-{piece['role']}"}
            drawn.append(h("rect", box, h("title", None, piece["name"])))
        if bar["total"]:
            drawn.append(h("text", {"x": x + wide / 2, "y": y - 4}, str(bar["total"])))
        drawn.append(h("text", {"x": x + wide / 2, "y": top + high + 14}, bar["month"]))
    width = max(6, len(plot["bars"])) * wide
    said = ", ".join(f"{bar['month']}: {bar['total']}" for bar in plot["bars"])
    look = {"class": "bars", "viewBox": f"0 0 {width} {top + high + _BAR['foot']}", "width": width}
    drawing = h("svg", look | {"role": "img", "aria-label": f"{plot['title']}: {said}"}, drawn)
    return h("div", {"class": "scroll", "tabindex": 0}, drawing)


def _records(records: Any, _words: Words) -> Shown:
    if records.get("none"):
        return shown(h("p", {"class": "empty"}, records["none"]))
    head = h("tr", None, h("th", None, "#"), [h("th", None, name) for name in records["columns"]], h("th"))
    return shown([_scores(table, head, records["watch"]) for table in records["tables"]])


def _scores(table: Any, head: Tree, label: str) -> Tree:
    rows = []
    for place, row in enumerate(table["rows"], 1):
        watch = {"do": "watch", "label": label, "icon": "play", "args": row.get("watch")}
        cells = [str(place), *row["cells"], button(watch, "round quiet") if row.get("watch") else ""]
        rows.append(h("tr", {"class": "best" if row.get("record") else None}, [h("td", None, cell) for cell in cells]))
    return h(
        "section",
        {"class": "card record"},
        h("h2", None, h("small", None, table["game"]), table["title"]),
        h("table", None, h("thead", None, head), h("tbody", None, rows)),
        h("div", {"class": "chips"}, buttons(table["bests"], "chip")) if table["bests"] else None,
    )


# Around a board


def _panel(blocks: Any, words: Words) -> Shown:
    return shown([_BLOCKS[block["k"]](block, words) for block in blocks])


def _rows(block: Any, _words: Words) -> Tree:
    rows = [h("div", None, h("dt", None, label), h("dd", None, value)) for label, value in block["rows"]]
    return h("dl", {"class": "rows small" if block.get("small") else "rows"}, rows)


def _worth(block: Any, words: Words) -> Tree:
    three, two = block["of"]
    bounds = [icon("star")] * 3, f" ≤ {three}", "  ", [icon("star")] * 2, f" ≤ {two}"
    return h("div", {"class": "worth"}, stars(block["stars"], words), h("small", None, bounds))


def _text(block: Any, _words: Words) -> Tree:
    look = {"class": f"say {block.get('role') or ''}", "aria-live": "polite" if block.get("live") else None}
    return h("p", look, block["text"])


def _group(block: Any, _words: Words) -> Tree:
    return h("div", {"class": "stack" if block.get("column") else "pair"}, buttons(block["buttons"]))


def _speed(block: Any, _words: Words) -> Tree:
    slower, faster = buttons(block["buttons"], "round")
    return h("div", {"class": "speed"}, slower, h("span", None, block["label"]), faster)


def _slider(block: Any, _words: Words) -> Tree:
    field = {"type": "range", "min": 0, "max": block["most"], "value": block["at"], "data-slider": "go"}
    field = h("input", {**field, "disabled": not block["most"]})
    return h("label", {"class": "slider"}, h("span", None, block["label"]), field)


def _sprite(symbol: str) -> Tree:
    use = h("use", {"href": f"#{symbol}", "width": 1, "height": 1})
    return h("svg", {"viewBox": "0 0 1 1", "aria-hidden": "true"}, use)


def _chosen(block: Any, _words: Words) -> Tree:
    return h("p", {"class": "chosen"}, _sprite(block["symbol"]) if block["symbol"] else None, block["text"])


def _tools(block: Any, _words: Words) -> Tree:
    found = []
    for tool in block["tools"]:
        drawing = _sprite(tool["symbol"]) if tool.get("symbol") else icon("brush")
        look = press("tool", {"id": tool["id"]}) | {"class": "tool", "aria-pressed": str(tool["on"]).lower()}
        found.append(h("button", look, drawing, h("span", None, tool["label"])))
    return h("div", {"class": "tools"}, found)


def _sizes(block: Any, _words: Words) -> Tree:
    found = []
    for size in block["sizes"]:
        name, label = size["name"], size["label"]
        less = {"do": "size", "label": f"{label} −", "icon": "minus", "args": {"name": name, "step": -1}}
        more = {"do": "size", "label": f"{label} +", "icon": "plus", "args": {"name": name, "step": 1}}
        steps = button(less, "round"), h("output", None, str(size["value"])), button(more, "round")
        look = {"class": "stepper", "role": "group", "aria-label": label}
        found.append(h("div", look, h("span", None, label), steps))
    return h("div", {"class": "sizes"}, found)


def _dock(models: Any, _words: Words) -> Shown:
    found = []
    for model in models:
        tree = button(model | {"icon": model.get("icon") or "dot", "key": None})
        look = "tool-button primary" if model.get("primary") else "tool-button"
        title = f"{model['label']} ({model['key']})" if model.get("key") else model["label"]
        found.append([tree[0], tree[1] | {"class": look, "title": title}, *tree[2:]])
    return shown(found)


def _note(note: Any, _words: Words) -> Shown:
    kind = note["kind"]
    if not note["text"]:
        return shown(look=f"note {kind}")
    more = button(note["do"], "small") if note.get("do") else None
    trees = icon(_NOTE_ICONS.get(kind, "info")), h("span", None, note["text"]), more
    return shown(trees, look=f"note {kind}", say=note["text"] if kind == "lost" else "")


def _lesson(lesson: Any, _words: Words) -> Shown:
    skip = {"do": lesson["skip"]["do"], "label": lesson["skip"]["label"]}
    texts = [h("p", {"aria-live": "polite", "class": f"by-{way}"}, lesson[way]) for way in ("text", "touch")]
    return shown(texts, button(skip, "quiet"))


def _end(end: Any, words: Words) -> Shown:
    """What is shown when a game is won."""
    return shown(
        stars(end["stars"], words) if end.get("stars") is not None else None,
        h("h2", None, end["title"]),
        [h("p", None, line) for line in end["lines"]],
        h("div", {"class": "answers"}, buttons(end["buttons"])),
        say=" ".join([end["title"], *end["lines"]]),
    )


# Menus and sheets


def _top(title: str, title_id: str, close: str, words: Words) -> Tree:
    leave = {"do": close, "label": words["close"], "icon": "close"}
    return h("div", {"class": "top"}, h("h2", {"id": title_id}, title), button(leave, "round quiet"))


def _menu(groups: Any, words: Words) -> Shown | None:
    if not groups:
        return None
    trees = [
        (h("h3", None, group["title"]), h("div", {"class": "grid"}, buttons(group["buttons"], "row")))
        for group in groups
    ]
    return shown(_top(words["menu"], "menu-title", "@close", words), trees)


def _sheet(sheet: Any, words: Words) -> Shown:
    progress = sheet.get("progress")
    return shown(
        _top(sheet["title"], "sheet-title", "close", words),
        h("div", {"class": "chips"}, buttons(sheet["tabs"], "chip")) if sheet.get("tabs") else None,
        [h("p", None, line) for line in sheet.get("lines", ())],
        [_link(link, sheet) for link in sheet.get("links", ())],
        [
            (h("h3", None, heading) if heading else None, [h("p", {"class": "rule"}, text) for text in paragraphs])
            for heading, paragraphs in sheet.get("rules", ())
        ],
        [_keys(table) for table in sheet.get("keys", ())],
        h("div", {"class": "chips"}, buttons(sheet["presets"], "chip")) if sheet.get("presets") else None,
        [_field(field) for field in sheet.get("fields", ())],
        h("p", {"class": "fault", "role": "alert"}, sheet["fault"]) if sheet.get("fault") else None,
        h("progress", {"max": 1, "value": progress if progress >= 0 else None}) if progress is not None else None,
        h("div", {"class": "answers column" if sheet.get("column") else "answers"}, buttons(sheet.get("buttons", ()))),
        look="wide" if sheet.get("wide") else "",
    )


def _link(link: Any, sheet: Any) -> Tree:
    """An address to copy or to send: the page makes it whole, and leaves out what the browser cannot do."""
    copy = {"type": "button", "class": "button primary wordy", "data-link": link["address"]}
    send = {"type": "button", "class": "button wordy", "data-send": link["address"]}
    return h(
        "div",
        {"class": "link"},
        h("span", None, link["label"]),
        h("input", {"type": "text", "readonly": True, "aria-label": link["label"], "data-address": link["address"]}),
        h("button", copy, h("span", {"class": "label"}, sheet["copy"])),
        h("button", send, h("span", {"class": "label"}, sheet["send"])),
    )


def _keys(table: Any) -> tuple[Tree, Tree]:
    rows = [h("div", None, h("dt", None, h("kbd", None, keys)), h("dd", None, text)) for keys, text in table["rows"]]
    return h("h3", None, table["title"]), h("dl", {"class": "keys"}, rows)


def _field(field: Any) -> Tree:
    name, kind, value = field["name"], field["kind"], field["value"]
    same = {"data-field": name, "data-kind": kind}
    own = {"id": f"field-{name}", **same}
    label = h("label", {"for": own["id"]}, field["label"])
    if kind == "flag":
        switch = h("input", {**own, "type": "checkbox", "role": "switch", "checked": bool(value)})
        return h("div", {"class": "field flag"}, label, switch)
    if kind == "int":
        least, most = field["range"]
        number = {"min": least, "max": most, "value": value}
        slides = most - least <= 200 and name != "seed"
        slider = {"type": "range", **number, **same, "aria-label": field["label"], "tabindex": -1}
        exact = h("input", {**own, "type": "number", **number, "step": 1, "inputmode": "numeric"})
        look = {"class": "field int" if slides else "field"}
        return h("div", look, label, h("input", slider) if slides else None, exact)
    if kind in ("choice", "select"):
        choices = field.get("choices") or [[each, each] for each in field["range"]]
        options = [h("option", {"value": each, "selected": each == value}, title) for each, title in choices]
        return h("div", {"class": "field"}, label, h("select", {**own, "value": value}, options))
    text = {**own, "type": "text", "value": value, "maxlength": field.get("most"), "autocomplete": "off"}
    return h("div", {"class": "field text"}, label, h("input", {**text, "data-later": not field.get("at_once")}))


_BLOCKS: dict[str, Callable[[Any, Words], Tree]] = {
    "rows": _rows, "stars": _worth, "text": _text, "buttons": _group, "speed": _speed, "slider": _slider,
    "tools": _tools, "sizes": _sizes, "chosen": _chosen,
}  # fmt: skip

_VIEWS: dict[str, Callable[[Any, Words], Any]] = {
    "head": _head, "home": _home, "levels": _levels, "pictures": _pictures, "statistics": _statistics,
    "records": _records, "panel": _panel, "dock": _dock, "note": _note, "lesson": _lesson, "end": _end,
    "menu": _menu, "sheet": _sheet,
}  # fmt: skip
