// What the screens look like: parts of the table as elements.
import { button, h, icon, picture, stars } from "./dom.js";

/** @typedef {Record<string, any>} Parts */

/** The line at the top. @param {any} head @param {Record<string, string>} words @param {boolean} menu */
export function headView(head, words, menu) {
  if (!head) return [];
  const title = head.brand
    ? h("h1", { class: "brand" }, h("img", { src: "icon.svg", alt: "", width: 34, height: 34 }), "cassetete")
    : h("div", { class: "titles" }, h("h1", null, head.title), head.sub || head.by ? h("p", null, [head.sub, head.by].filter(Boolean).join(" · ")) : null);
  return [
    head.back ? button({ do: "back", label: words.back, icon: "back" }, "round quiet") : null,
    title,
    h(
      "div",
      { class: "actions" },
      (head.steps ?? []).map((/** @type {any} */ one) => button(one, "round quiet step")),
      (head.actions ?? []).map((/** @type {any} */ one) => button(one, "quiet")),
      menu ? button({ do: "@menu", label: words.menu, icon: "menu" }, "round quiet") : null,
    ),
  ];
}

/** @param {any} home */
export function homeView(home) {
  const resume = home.resume;
  return [
    h("p", { class: "lead" }, home.lead),
    resume
      ? h(
          "button",
          { type: "button", class: "resume card", "data-do": "resume" },
          picture(resume.picture),
          h("span", { class: "words" }, h("small", null, resume.label), h("strong", null, resume.title), h("span", null, resume.game)),
          icon("next"),
        )
      : null,
    h(
      "ul",
      { class: "games" },
      home.games.map((/** @type {any} */ game) =>
        h(
          "li",
          { "data-id": game.id },
          h(
            "button",
            { type: "button", class: "game card", "data-do": "game", "data-args": JSON.stringify({ id: game.id }) },
            game.picture ? h("span", { class: "frame", "data-ground": game.picture.ground }, picture(game.picture)) : null,
            h("strong", null, game.title),
            game.summary ? h("span", { class: "summary" }, game.summary) : null,
            game.total
              ? h(
                  "span",
                  { class: "progress" },
                  h("span", { class: "track" }, h("meter", { min: 0, max: game.total, value: game.done, "aria-hidden": "true" })),
                  h("small", null, game.label, game.stars ? h("b", null, icon("star"), String(game.stars)) : null),
                )
              : null,
          ),
        ),
      ),
    ),
    home.daily.cards.length
      ? h(
          "section",
          { class: "daily" },
          h("h2", null, home.daily.title),
          h(
            "ul",
            { class: "strip" },
            home.daily.cards.map((/** @type {any} */ card) =>
              h(
                "li",
                null,
                h(
                  "button",
                  { type: "button", class: card.done ? "day card done" : "day card", "data-do": "daily", "data-args": JSON.stringify({ id: card.id }) },
                  icon(card.done ? "check" : "day"),
                  h("span", { class: "words" }, h("strong", null, card.title), h("small", null, card.label)),
                ),
              ),
            ),
          ),
        )
      : null,
  ];
}

/** Cards in sections, below buttons and a search field. @param {any} levels @param {Record<string, string>} words */
export function levelsView(levels, words) {
  const { search } = levels;
  return [
    h("div", { class: "chips" }, levels.tools.map((/** @type {any} */ tool) => button(tool, "chip"))),
    search ? h("input", { type: "search", class: "search", "data-search": "search", "aria-label": search.label, placeholder: search.label, value: search.text, autocomplete: "off", enterkeyhint: "search" }) : null,
    levels.empty ? h("p", { class: "empty" }, levels.empty) : null,
    levels.sections.map((/** @type {any} */ section) => [
      section.title
        ? h(
            "div",
            { class: "section", "data-id": `section-${section.key}` },
            h("h2", null, h("button", { type: "button", class: "fold", "data-do": "fold", "data-args": JSON.stringify({ key: section.key }), "aria-expanded": String(!section.folded) }, icon("down"), section.title)),
            h("small", null, section.solved),
            section.more ? button({ do: "collection", label: levels.more, icon: "more", args: { key: section.key } }, "round quiet") : null,
          )
        : null,
      section.cards.length ? h("ul", { class: "levels", "data-id": `cards-${section.key}` }, section.cards.map((/** @type {any} */ card) => cardView(card, levels, words))) : null,
    ]),
  ];
}

/** @param {any} card @param {any} levels @param {Record<string, string>} words */
function cardView(card, levels, words) {
  return h(
    "li",
    { "data-id": `${levels.game}/${card.id}` },
    h(
      "button",
      {
        type: "button",
        class: card.next ? "level card next" : "level card",
        "data-do": "level",
        "data-args": JSON.stringify({ id: card.id }),
        disabled: card.locked || Boolean(card.fault),
        title: card.locked ? levels.locked : card.fault || null,
      },
      card.locked || card.fault
        ? h("span", { class: "frame" }, icon(card.fault ? "warning" : "lock"), h("span", { class: "unseen" }, card.fault || words.locked))
        : h("span", { class: "frame", "data-picture": card.id, "data-kept": true }),
      h("span", { class: "name" }, h("b", null, `${card.number}`), " ", card.title, card.by ? h("small", null, ` ${card.by}`) : null),
      card.stars !== undefined ? stars(card.stars, 3, words.stars) : card.next ? h("small", { class: "tag" }, levels.next) : null,
    ),
    card.more ? button({ do: "card", label: `${levels.more} ${card.title || card.number}`, icon: "more", args: { id: card.id } }, "round quiet dots") : null,
  );
}

/** A table by game and bars by month. @param {any} model */
export function statisticsView(model) {
  if (model.none) return [h("p", { class: "empty" }, model.none)];
  return [
    h(
      "section",
      { class: "card record figures" },
      h(
        "table",
        null,
        h("thead", null, h("tr", null, model.columns.map((/** @type {string} */ name) => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          null,
          model.rows.map((/** @type {any} */ row) =>
            h("tr", { class: row.role ? null : "best" }, h("th", { scope: "row" }, row.role ? h("i", { class: `dot g-${row.role}` }) : null, row.name), row.cells.map((/** @type {string} */ cell) => h("td", null, cell))),
          ),
        ),
      ),
    ),
    model.plots.map((/** @type {any} */ plot) => h("section", { class: "card plot" }, h("h2", null, plot.title), barsView(plot))),
  ];
}

const BAR = { wide: 46, high: 120, foot: 18, head: 16 };

/** @param {any} plot */
function barsView(plot) {
  const width = Math.max(6, plot.bars.length) * BAR.wide;
  const drawn = plot.bars.map((/** @type {any} */ bar, /** @type {number} */ place) => {
    const x = place * BAR.wide;
    let y = BAR.head + BAR.high;
    const pieces = bar.pieces.map((/** @type {any} */ piece) => {
      const high = (BAR.high * piece.value) / plot.most;
      y -= high;
      return h("rect", { x: x + 8, y, width: BAR.wide - 16, height: high, class: `f-${piece.role}` }, h("title", null, piece.name));
    });
    return [pieces, bar.total ? h("text", { x: x + BAR.wide / 2, y: y - 4 }, String(bar.total)) : null, h("text", { x: x + BAR.wide / 2, y: BAR.head + BAR.high + 14 }, bar.month)];
  });
  const said = plot.bars.map((/** @type {any} */ bar) => `${bar.month}: ${bar.total}`).join(", ");
  return h("div", { class: "scroll", tabindex: 0 }, h("svg", { class: "bars", viewBox: `0 0 ${width} ${BAR.head + BAR.high + BAR.foot}`, width, role: "img", "aria-label": `${plot.title}: ${said}` }, drawn));
}

/** @param {any} records */
export function recordsView(records) {
  if (records.none) return [h("p", { class: "empty" }, records.none)];
  return records.tables.map((/** @type {any} */ table) =>
    h(
      "section",
      { class: "card record" },
      h("h2", null, h("small", null, table.game), table.title),
      h(
        "table",
        null,
        h("thead", null, h("tr", null, h("th", null, "#"), records.columns.map((/** @type {string} */ name) => h("th", null, name)), h("th", null))),
        h(
          "tbody",
          null,
          table.rows.map((/** @type {any} */ row, /** @type {number} */ place) =>
            h(
              "tr",
              { class: row.record ? "best" : null },
              h("td", null, `${place + 1}`),
              row.cells.map((/** @type {string} */ cell) => h("td", null, cell)),
              h("td", null, row.watch ? button({ do: "watch", label: records.watch, icon: "play", args: row.watch }, "round quiet") : null),
            ),
          ),
        ),
      ),
      table.bests.length ? h("div", { class: "chips" }, table.bests.map((/** @type {any} */ one) => button(one, "chip"))) : null,
    ),
  );
}

/** The blocks beside a board. @param {any[]} blocks @param {Record<string, string>} words */
export function panelView(blocks, words) {
  return (blocks ?? []).map((block) => {
    switch (block.k) {
      case "rows":
        return h(
          "dl",
          { class: block.small ? "rows small" : "rows" },
          block.rows.map((/** @type {string[]} */ [label, value]) => h("div", null, h("dt", null, label), h("dd", null, value))),
        );
      case "stars":
        return h(
          "div",
          { class: "worth" },
          stars(block.stars, 3, words.stars),
          h("small", null, icon("star"), icon("star"), icon("star"), ` ≤ ${block.of[0]}`, "  ", icon("star"), icon("star"), ` ≤ ${block.of[1]}`),
        );
      case "text":
        return h("p", { class: `say ${block.role ?? ""}`, "aria-live": block.live ? "polite" : null }, block.text);
      case "buttons":
        return h("div", { class: block.column ? "stack" : "pair" }, block.buttons.map((/** @type {any} */ one) => button(one)));
      case "speed":
        return h("div", { class: "speed" }, button(block.buttons[0], "round"), h("span", null, block.label), button(block.buttons[1], "round"));
      case "slider":
        return h(
          "label",
          { class: "slider" },
          h("span", null, block.label),
          h("input", { type: "range", min: 0, max: block.most, value: block.at, "data-slider": "go", disabled: !block.most }),
        );
      case "tools":
        return h(
          "div",
          { class: "tools" },
          block.tools.map((/** @type {any} */ tool) =>
            h(
              "button",
              { type: "button", class: "tool", "aria-pressed": String(tool.on), "data-do": "tool", "data-args": JSON.stringify({ id: tool.id }) },
              tool.symbol ? h("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, h("use", { href: `#${tool.symbol}`, width: 1, height: 1 })) : icon("brush"),
              h("span", null, tool.label),
            ),
          ),
        );
      case "sizes":
        return h(
          "div",
          { class: "sizes" },
          block.sizes.map((/** @type {any} */ size) =>
            h(
              "div",
              { class: "stepper", role: "group", "aria-label": size.label },
              h("span", null, size.label),
              button({ do: "size", label: `${size.label} −`, icon: "minus", args: { name: size.name, step: -1 } }, "round"),
              h("output", null, String(size.value)),
              button({ do: "size", label: `${size.label} +`, icon: "plus", args: { name: size.name, step: 1 } }, "round"),
            ),
          ),
        );
      default:
        return null;
    }
  });
}

/** @param {any} note */
export function noteView(note) {
  if (!note?.text) return [];
  return [
    icon(note.kind === "lost" ? "warning" : note.kind === "hint" ? "hint" : note.kind === "thinking" ? "thinking" : note.kind === "good" ? "check" : "info"),
    h("span", null, note.text),
    note.do ? button(note.do, "small") : null,
  ];
}

/** What is shown when a game is won. @param {any} end @param {Record<string, string>} words */
export function endView(end, words) {
  if (!end) return [];
  return [
    end.stars !== undefined && end.stars !== null ? stars(end.stars, 3, words.stars) : null,
    h("h2", null, end.title),
    end.lines.map((/** @type {string} */ line) => h("p", null, line)),
    h("div", { class: "answers" }, end.buttons.map((/** @type {any} */ one) => button(one))),
  ];
}

/** @param {any[]} menu @param {Record<string, string>} words */
export function menuView(menu, words) {
  return [
    h("div", { class: "top" }, h("h2", { id: "menu-title" }, words.menu), button({ do: "@close", label: words.close, icon: "close" }, "round quiet")),
    menu.map((group) => [h("h3", null, group.title), h("div", { class: "grid" }, group.buttons.map((/** @type {any} */ one) => button(one, "row")))]),
  ];
}

/** @param {any} sheet @param {Record<string, string>} words */
export function sheetView(sheet, words) {
  return [
    h("div", { class: "top" }, h("h2", { id: "sheet-title" }, sheet.title), button({ do: "close", label: words.close, icon: "close" }, "round quiet")),
    sheet.tabs ? h("div", { class: "chips" }, sheet.tabs.map((/** @type {any} */ one) => button(one, "chip"))) : null,
    (sheet.lines ?? []).map((/** @type {string} */ line) => h("p", null, line)),
    (sheet.links ?? []).map((/** @type {any} */ link) =>
      h(
        "div",
        { class: "link" },
        h("span", null, link.label),
        h("input", { type: "text", readonly: true, "aria-label": link.label, value: new URL(link.address, location.href.split("#")[0]).href }),
        h("button", { type: "button", class: "button primary wordy", "data-link": link.address }, h("span", { class: "label" }, sheet.copy)),
        "share" in navigator ? h("button", { type: "button", class: "button wordy", "data-send": link.address }, h("span", { class: "label" }, sheet.send)) : null,
      ),
    ),
    (sheet.rules ?? []).map((/** @type {any} */ [heading, paragraphs]) => [heading ? h("h3", null, heading) : null, paragraphs.map((/** @type {string} */ text) => h("p", { class: "rule" }, text))]),
    (sheet.keys ?? []).map((/** @type {any} */ list) => [
      h("h3", null, list.title),
      h("dl", { class: "keys" }, list.rows.map((/** @type {string[]} */ [keys, text]) => h("div", null, h("dt", null, h("kbd", null, keys)), h("dd", null, text)))),
    ]),
    sheet.presets?.length ? h("div", { class: "chips" }, sheet.presets.map((/** @type {any} */ one) => button(one, "chip"))) : null,
    (sheet.fields ?? []).map(fieldView),
    sheet.fault ? h("p", { class: "fault", role: "alert" }, sheet.fault) : null,
    sheet.progress !== undefined ? h("progress", sheet.progress < 0 ? { max: 1 } : { max: 1, value: sheet.progress }) : null,
    h("div", { class: sheet.column ? "answers column" : "answers" }, (sheet.buttons ?? []).map((/** @type {any} */ one) => button(one))),
  ];
}

/** @param {any} field */
function fieldView(field) {
  const id = `field-${field.name}`;
  const data = { id, "data-field": field.name, "data-kind": field.kind };
  const label = h("label", { for: id }, field.label);
  if (field.kind === "flag") {
    return h("div", { class: "field flag" }, label, h("input", { ...data, type: "checkbox", role: "switch", checked: field.value }));
  }
  if (field.kind === "int") {
    const [least, most] = field.range;
    const wide = most - least <= 200 && field.name !== "seed";
    return h(
      "div",
      { class: wide ? "field int" : "field" },
      label,
      wide ? h("input", { type: "range", min: least, max: most, value: field.value, "data-field": field.name, "data-kind": "int", "aria-label": field.label, tabindex: -1 }) : null,
      h("input", { ...data, type: "number", min: least, max: most, step: 1, value: field.value, inputmode: "numeric" }),
    );
  }
  if (field.kind === "choice" || field.kind === "select") {
    const choices = field.choices ?? field.range.map((/** @type {string} */ name) => [name, name]);
    return h(
      "div",
      { class: "field" },
      label,
      h("select", { ...data, value: field.value }, choices.map((/** @type {string[]} */ [value, name]) => h("option", { value, selected: value === field.value }, name))),
    );
  }
  return h("div", { class: "field text" }, label, h("input", { ...data, type: "text", value: field.value, maxlength: field.most, autocomplete: "off", "data-later": field.at_once ? null : true }));
}
