"use strict";
// A phone as a button. Its press is timed here, by the clock that the table asks for again and again.
const place = (id) => document.getElementById(id);
const kept = {
  get token() { try { return localStorage.getItem("token") || ""; } catch { return ""; } },
  set token(value) { try { localStorage.setItem("token", value); } catch { /* private window: until it is closed */ } },
};
const AGAIN_MS = [300, 600, 1200, 2500];
const HELD_MS = [1000, 3000]; // the button of the phone: how one stands, and what one may do
let words = {}, link = null, tries = 0, shown = null, waits = [], code = location.hash.slice(1), token = kept.token, held = false, may = "", ended = false;

const say = (key, gaps = {}) => (words[key] || "").replace(/\{(\w+)\}/g, (_, name) => gaps[name] ?? "");
const lines = (list, texts) => place(list).replaceChildren(...texts.map((text) => {
  const line = document.createElement("li");
  line.textContent = text;
  return line;
}));
const changed = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const vibrate = (pattern) => { try { navigator.vibrate?.(pattern); } catch { /* not every phone can */ } };

function trouble(key) {
  changed(place("trouble"), key ? say(key) : "");
  place("trouble").hidden = !key;
}
function show(page) {
  for (const id of ["code", "seats", "table"]) place(id).hidden = id !== page;
}
function badge(element, seat) {
  element.textContent = seat.letter;
  element.dataset.colour = seat.colour;
}

// --- what the table tells ---

const hears = {
  clock(number) { tell({ clock: number, at: performance.now() }); },
  token(value) { kept.token = token = value; },
  seats(free) {
    show("seats");
    place("nobody").hidden = free.length > 0;
    place("free").replaceChildren(...free.map((seat) => {
      const button = document.createElement("button"), sign = document.createElement("span");
      sign.className = "badge";
      sign.ariaHidden = "true";
      badge(sign, seat);
      button.append(sign, seat.name);
      button.onclick = () => { tell({ seat: seat.name }); wake(); };
      return button;
    }));
  },
  table(table) {
    show("table");
    shown = table;
    badge(place("badge"), table.seat);
    changed(place("name"), table.seat.name);
    changed(place("score"), String(table.score));
    place("score").setAttribute("aria-label", say("score", { n: table.score }));
    if (table.asks.join() !== lines.asks) lines("asks", table.asks);
    lines.asks = table.asks.join();
    if (table.said.join() !== lines.said) lines("said", table.said);
    lines.said = table.said.join();
    place("own").hidden = table.secret.length === 0;
    if (table.secret.join() !== lines.secret) { lines("secret", table.secret); cover(true); }
    lines.secret = table.secret.join();
    if (table.press && !may) vibrate([60, 60, 60]);
    may = table.press;
    place("press").classList.toggle("may", Boolean(may));
    changed(place("may"), may || say("wait"));
    if (table.turn && !hears.turn && !may) vibrate(40);
    hears.turn = table.turn;
  },
  heard(unsure) { told("heard", unsure); },
  again() { told("again"); },
  taken() { trouble("taken"); },
  denied(why) {
    ended = true;
    trouble(why);
    if (why === "code") code = "";
    if (why === "code" || why === "later") show("code");
    if (why === "closed") setTimeout(connect, AGAIN_MS[3]);
  },
};
function told(key, unsure) {
  changed(place("heard"), say(key, { ms: unsure }));
  setTimeout(() => changed(place("heard"), ""), 2500);
}

// --- the link ---

const tell = (message) => { if (link?.readyState === WebSocket.OPEN) link.send(JSON.stringify(message)); };

function connect() {
  if (document.hidden) return;
  if (!code && !token) { show("code"); return; }
  if (link?.readyState === WebSocket.CONNECTING) return;
  const query = new URLSearchParams({ code, token, lang: navigator.language.slice(0, 2) });
  ended = false;
  const own = link = new WebSocket(`ws://${location.host}/link?${query}`);
  link.onopen = () => {
    tries = 0;
    trouble("");
    tell({ grain: true, at: grain() });
  };
  link.onmessage = (event) => {
    for (const [key, value] of Object.entries(JSON.parse(event.data))) hears[key]?.(value);
  };
  link.onclose = () => {
    if (own !== link) return;
    place("press").classList.remove("may");
    may = "";
    changed(place("may"), say("wait"));
    if (ended || document.hidden) return;
    trouble("lost");
    setTimeout(connect, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
  };
}

function grain() { // the smallest step that the clock shows, in milliseconds
  let least = 200;
  for (let n = 0; n < 5; n += 1) {
    const begun = performance.now();
    let now = begun;
    for (let turns = 0; now === begun && turns < 5e6; turns += 1) now = performance.now();
    if (now > begun) least = Math.min(least, now - begun);
  }
  return least;
}

// --- the button ---

function press(event) {
  const now = performance.now(), at = event.timeStamp; // the same clock: when the finger came, not when we heard of it
  tell({ press: true, at: at > now - 250 && at <= now ? at : now });
  place("press").classList.add("down");
  vibrate(25);
  waits = [howItStands, whatMayBeDone].map((says, n) => setTimeout(() => aloud(says()), HELD_MS[n]));
}
function up() {
  held = false;
  waits.forEach(clearTimeout);
  place("press").classList.remove("down");
}

// --- the button held: what a screen reader then reads, on this phone alone ---

const howItStands = () => [`${shown.seat.name}: ${say("score", { n: shown.score })}`, ...shown.asks];
const whatMayBeDone = () => shown.may.length ? [say("may"), ...shown.may] : [say("nothing")];
function aloud(texts) {
  place("aloud").textContent = ""; // the same words once more are read once more
  setTimeout(() => { place("aloud").textContent = texts.join(" "); }, 50);
}
place("press").addEventListener("pointerdown", (event) => { event.preventDefault(); held = true; press(event); });
place("press").addEventListener("keydown", (event) => {
  if ((event.key === " " || event.key === "Enter") && !event.repeat) { event.preventDefault(); held = true; press(event); }
});
place("press").addEventListener("click", (event) => { if (!held && event.detail === 0) { press(event); up(); } }); // a screen reader
for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) window.addEventListener(name, up);
place("press").addEventListener("contextmenu", (event) => event.preventDefault());

function cover(hide) {
  place("secret").hidden = hide;
  place("show").setAttribute("aria-expanded", String(!hide));
  changed(place("show"), say(hide ? "show" : "hide"));
}
place("show").onclick = () => cover(!place("secret").hidden);
place("leave").onclick = () => { cover(true); tell({ seat: "" }); };
place("entry").onsubmit = (event) => {
  event.preventDefault();
  code = place("digits").value;
  trouble("");
  connect();
};

// --- the phone itself ---

function wake() { navigator.wakeLock?.request("screen").catch(() => {}); }
document.addEventListener("visibilitychange", () => { // a phone that sleeps may stop its clock, and hears nothing
  if (document.hidden) {
    cover(true);
    link?.close();
  } else {
    wake();
    if (link?.readyState !== WebSocket.OPEN) connect();
  }
});

fetch(`words?lang=${navigator.language.slice(0, 2)}`).then((answer) => answer.json()).then((found) => {
  words = found;
  document.documentElement.lang = words.lang;
  for (const element of document.querySelectorAll("[data-says]")) element.textContent = say(element.dataset.says);
  changed(place("may"), say("wait"));
  connect();
});
