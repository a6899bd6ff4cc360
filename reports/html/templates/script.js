"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const roots = [...document.querySelectorAll("[data-replay]")];
  let current = null; // the replay that the arrow keys are for

  const paths = new Map([...document.querySelectorAll("[data-explorer]")].map((root) => [root, []]));

  const pieces = (numbers) => numbers.map((number) => data.pool[number]).join("");

  const stepOf = (root) => Number(root.querySelector("input").value);

  const draw = (root, { said, clauses, boards }) => {
    const wide = boards.some(([title]) => title);
    root.querySelector(".said").innerHTML = data.pool[said];
    root.querySelector(".clauses").innerHTML = pieces(clauses);
    root.querySelector(".clauses").hidden = clauses.length === 0;
    root.querySelector(".boards").replaceChildren(
      ...boards.map(([title, zones]) => {
        const board = document.createElement("div");
        board.className = "board";
        board.innerHTML = pieces(zones);
        if (wide) {
          const heading = document.createElement("p");
          heading.className = "whose";
          heading.textContent = title;
          board.prepend(heading);
        }
        return board;
      }),
    );
  };

  const show = (root, step) => {
    const { steps } = data.replays[root.dataset.replay];
    const number = Math.min(Math.max(step, 0), steps.length - 1);
    draw(root, steps[number]);
    const range = root.querySelector("input");
    range.value = number;
    range.setAttribute("aria-valuetext", `step ${number.toLocaleString("en")} of ${(steps.length - 1).toLocaleString("en")}`);
    const link = root.querySelector(".where");
    link.hash = `#${root.dataset.replay}/${number}`;
    link.firstElementChild.textContent = number.toLocaleString("en");
    for (const button of root.querySelectorAll("button")) {
      const end = button.dataset.go === "first" || button.dataset.go === "back" ? 0 : steps.length - 1;
      button.setAttribute("aria-disabled", String(number === end));
    }
  };

  const clearAstray = () => {
    for (const each of document.querySelectorAll(".astray")) {
      each.textContent = "";
    }
  };

  const keepAddress = (root) => {
    clearAstray();
    history.replaceState(null, "", root.querySelector(".where").hash);
  };

  const go = (root, step) => {
    current = root;
    show(root, step);
    keepAddress(root);
  };

  const target = (root, where) => {
    const last = data.replays[root.dataset.replay].steps.length - 1;
    return { first: 0, back: stepOf(root) - 1, next: stepOf(root) + 1, last }[where];
  };

  const item = (content) => {
    const line = document.createElement("li");
    line.append(content);
    return line;
  };

  const along = (root) => {
    const { opening, choices } = data.explorers[root.dataset.explorer];
    const taken = [];
    let at = 0;
    for (const place of paths.get(root)) {
      const choice = choices[at]?.[place];
      if (!choice) {
        break;
      }
      taken.push({ ...choice, place });
      at = choice.after;
    }
    return { taken, choices: choices[at], step: taken.length ? taken.at(-1).step : opening };
  };

  const look = (root) => {
    const { taken, choices, step } = along(root);
    paths.set(root, taken.map(({ place }) => place));
    draw(root, step);
    root.querySelector(".path").replaceChildren(
      ...taken.map(({ name }) => {
        const text = document.createElement("span");
        text.innerHTML = data.pool[name];
        return item(text);
      }),
    );
    root.querySelector(".choices").replaceChildren(
      ...(choices ?? []).map(({ name }, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.place = place;
        button.innerHTML = data.pool[name];
        return item(button);
      }),
    );
    for (const list of root.querySelectorAll("ol, .clauses")) {
      list.hidden = list.childElementCount === 0;
    }
    const end = choices ? "The game is over." : "What can be played here is left out of this page.";
    root.querySelector(".stop").textContent = choices?.length ? "" : end;
    const link = root.querySelector(".where");
    link.hash = `#${root.dataset.explorer}/${paths.get(root).join(".")}`;
    link.firstElementChild.textContent = taken.length;
    for (const button of root.querySelectorAll("[data-go]")) {
      button.setAttribute("aria-disabled", String(taken.length === 0));
    }
  };

  const walk = (root, path) => {
    const within = root.contains(document.activeElement);
    paths.set(root, path);
    look(root);
    if (within && !root.contains(document.activeElement)) {
      root.focus({ preventScroll: true }); // the button that had it is gone
    }
    keepAddress(root);
  };

  const walkBy = (root, { go: where, place }) => {
    const path = paths.get(root);
    const back = { first: [], back: path.slice(0, -1) }[where];
    walk(root, back ?? [...path, Number(place)]);
  };

  const open = (element) => {
    for (let each = element; each; each = each.parentElement) {
      if (each instanceof HTMLDetailsElement) {
        each.open = true;
      }
    }
  };

  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // it is no address of anything in here
    }
  };

  const lookAt = (root, address) => {
    const places = address.split(".").filter(Boolean);
    paths.set(root, places.map((place) => (/^\d+$/.test(place) ? Number(place) : -1)));
    look(root);
    const known = paths.get(root).length;
    const there = places.slice(0, known).join(".") || "the opening";
    return known === places.length
      ? ""
      : `This page has no position ${address}: after ${there} there is no choice ${places[known]}.`;
  };

  const showAt = (root, address) => {
    const last = data.replays[root.dataset.replay].steps.length - 1;
    const there = /^\d+$/.test(address) && Number(address) <= last;
    current = root;
    if (there) {
      show(root, Number(address));
    }
    return there || !address ? "" : `There is no step ${address}: the steps of this game are 0 to ${last}.`;
  };

  const followAddress = () => {
    clearAstray();
    const address = decoded(location.hash.slice(1));
    const [, key, step] = document.getElementById(address) ? [null, address] : /^([^/]*)\/?(.*)$/s.exec(address);
    const element = document.getElementById(key);
    const follow = roots.includes(element) ? showAt : paths.has(element) && lookAt;
    if (!element || (step && !follow)) {
      document.querySelector(".astray").textContent =
        address && address !== "top" ? `This page has nothing at the address #${address}.` : "";
      return;
    }
    open(element);
    if (follow) {
      element.querySelector(".astray").textContent = follow(element, step ?? "");
      element.focus({ preventScroll: true });
    }
    element.scrollIntoView();
  };

  const isShown = (root) => {
    const { top, bottom, height } = root.getBoundingClientRect();
    return height > 0 && top < innerHeight && bottom > 0 && !root.closest("details:not([open])");
  };

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const where = keys[event.key];
    const typing = event.target.closest("input, select, textarea, pre, .scroll");
    if (!where || typing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const inside = event.target.closest("[data-replay]");
    const root = inside ?? (current && isShown(current) ? current : roots.find(isShown));
    if (!root || (!inside && (where === "first" || where === "last"))) {
      return;
    }
    event.preventDefault();
    go(root, target(root, where));
  });

  for (const root of paths.keys()) {
    look(root);
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) {
        walkBy(root, button.dataset);
      }
    });
    root.addEventListener("keydown", (event) => {
      const back = event.key === "ArrowLeft";
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(back || /^[1-9]$/.test(event.key))) {
        return;
      }
      event.preventDefault();
      event.stopPropagation(); // else a replay would be stepped through
      walkBy(root, back ? { go: "back" } : { place: event.key - 1 });
    });
  }

  for (const root of roots) {
    show(root, data.replays[root.dataset.replay].first);
    root.addEventListener("click", (event) => {
      current = root;
      const button = event.target.closest("button");
      if (button) {
        go(root, target(root, button.dataset.go));
      }
    });
    root.querySelector("input").addEventListener("input", () => go(root, stepOf(root)));
  }

  for (const root of [...roots, ...paths.keys()]) {
    root.tabIndex = 0;
    if (root.dataset.keys) {
      root.setAttribute("aria-label", `${root.getAttribute("aria-label")} ${root.dataset.keys}`);
    }
  }
  for (const each of document.querySelectorAll("div.controls, .names, .keys")) {
    each.hidden = false; // what needs the script is there once it runs
  }

  const names = document.getElementById("names");
  names.addEventListener("change", () => {
    document.documentElement.dataset.names = names.value;
  });

  window.addEventListener("hashchange", followAddress);
  window.addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("details:not(table details)")) {
      each.open = true;
    }
  });
  followAddress();
})();
