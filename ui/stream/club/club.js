"use strict";
const place = (id) => document.getElementById(id);
const made = (name, text, kind) => {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
let words = null;
const say = (key, gaps = {}) => words[key].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);

function showNext(plan, playing) {
  place("next").textContent = say("round", { n: plan.round + 1 }) + (playing ? " · " + say("soon") : "");
  const still = plan.waiting.length ? [made("li", say("still", { n: plan.round }), "muted")] : [];
  place("waiting").replaceChildren(...still, ...plan.waiting.map((group) => made("li", group.join(" · "))));
  place("groups").className = playing ? "muted" : "";
  place("groups").replaceChildren(...plan.next.map((group) =>
    made("li", group.length > 1 ? group.join(" · ") : say("pauses", { seat: group[0] }))));
}

function showTable(table) {
  const box = made("li", "", table.here ? table.state || "" : "away");
  box.append(made("b", table.called));
  box.append(made("span", table.here ? say(table.state || "free") : say("away")));
  if (table.plays) {
    box.append(made("em", words.titles[table.plays] || table.plays));
    for (const seat of table.seats) {
      const points = table.state === "over" && seat in table.scores ? ` ${table.scores[seat]}` : "";
      box.append(made("i", seat + points, table.winners.includes(seat) ? "won" : ""));
    }
  }
  return box;
}

function show(club) {
  place("league").textContent = club.league;
  place("now").textContent = say("so_far", { games: club.games, playing: club.playing });
  place("trouble").textContent = club.trouble ? say("trouble") : "";
  showNext(club.plan, club.playing);
  place("people").replaceChildren(...club.standings.map((one, number) => {
    const row = made("tr", "");
    row.append(...[number + 1, one.name, one.points, one.wins, one.games].map((cell) => made("td", String(cell))));
    return row;
  }));
  place("tables").replaceChildren(...club.tables.map(showTable));
}

async function look() {
  try {
    if (!words) {
      const own = await fetch(`words.${navigator.language.slice(0, 2)}.json`);
      words = await (own.ok ? own : await fetch("words.en.json")).json();
      document.documentElement.lang = words.lang;
      place("standing").textContent = say("standing");
      place("at").textContent = say("tables");
      place("head").replaceChildren(...["", "name", "points", "wins", "games"].map((key) => made("th", key && say(key))));
    }
    show(await (await fetch("club.json", { cache: "no-store" })).json());
  } catch {
    if (words) place("trouble").textContent = say("gone");
  }
  setTimeout(look, 2000);
}
look();
