"use strict";
const place = (id) => document.getElementById(id);
const made = (name, text, kind) => {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
function showTable(table) {
  place("game").textContent = table.game;
  place("phase").textContent = table.phase;
  place("people").replaceChildren(...table.people.map((person) => {
    const box = made("div", person.seat, person.turn ? "seat turn" : "seat");
    box.append(made("b", String(person.score)));
    return box;
  }));
  place("asks").replaceChildren(...table.asks.map((ask) => made("li", ask.says)));
}
function showRuling(ruling) {
  const said = ruling.why ? [ruling.why] : ruling.notes.map((note) => note.says);
  for (const words of said) place("notes").prepend(made("li", words));
  while (place("notes").children.length > 12) place("notes").lastChild.remove();
}
const source = new EventSource("events" + location.search);
source.onmessage = (message) => {
  const event = JSON.parse(message.data);
  if (event.event === "table") showTable(event);
  if (event.event === "ruling") showRuling(event);
};
