"""The contrast of the texts on a page, as WCAG 2.2 computes it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

LEAST, LEAST_LARGE = 4.5, 3.0

_MEASURE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((value, n) => value * top[3] + below[n] * (1 - top[3]));
  const luminance = (colour) => {
    const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour.map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) layers.push(rgba(getComputedStyle(one).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({ opacityProperty: true })) continue;
    if (element.closest("svg, :disabled, .unseen, [aria-hidden=true], noscript, option")) continue;
    if (document.querySelector("dialog[open]") && !element.closest("dialog[open]")) continue;
    const style = getComputedStyle(element);
    if (element.getBoundingClientRect().width < 2 || style.clipPath !== "none") continue;
    const below = ground(element);
    const [a, b] = [luminance(over(rgba(style.color), below)), luminance(below)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    found.push([text.slice(0, 40), (a + 0.05) / (b + 0.05), size >= 24 || (bold && size >= 18.66)]);
  }
  return found;
}"""


def contrasts(page: Page) -> list[tuple[str, float, float]]:
    """Every text that is seen, its contrast with what lies behind it, and the least that it must have."""
    found: list[Any] = page.evaluate(_MEASURE)
    return [(text, ratio, LEAST_LARGE if large else LEAST) for text, ratio, large in found]
