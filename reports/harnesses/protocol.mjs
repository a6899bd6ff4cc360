// Written by `dragonproof init`; in the public domain (CC0 1.0).
// The protocol of `dragonproof check`: JSON-RPC on standard input and output. There is nothing to change in here.

/** Thrown when the game cannot do what is asked, for the reason given; such a case is skipped, not failed. */
export class NotSupported extends Error {}

/** Thrown when a request is answered with this error. */
class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Looks names up in a table, and says so if one is not there. */
export function lookup(entries) {
  const table = new Map(entries);
  return (name) => {
    if (!table.has(name)) throw new Error(`not in the table: ${name}`);
    return table.get(name);
  };
}

/** The methods, by the functions of a harness. */
function methodsOf(harness) {
  const { deal, setUp, stateOf, play, legalActions, outcome, observe, IllegalMove } = harness;
  const can = (capability) => harness.CAPABILITIES.includes(capability);
  let current = null; // the game that is played

  function playing() {
    if (current === null) throw new Refused(-32000, "no game is set up");
    return current;
  }

  return {
    initialize({ protocol, game }) {
      if (protocol !== 1 || game !== harness.game) throw new Refused(-32001, `this is protocol 1, game ${harness.game}`);
      const greeting = { protocol: 1, name: harness.NAME, version: harness.VERSION, language: "JavaScript" };
      return { ...greeting, capabilities: harness.CAPABILITIES, readings: harness.READINGS };
    },

    new_game({ state, players }) {
      if (state) current = setUp(state);
      else if (can("deals")) current = deal(players);
      else throw new NotSupported("dealing");
      return { state: stateOf(current) };
    },

    apply({ action }) {
      play(playing(), action);
      return { state: stateOf(current) };
    },

    legal_actions() {
      return { actions: legalActions(playing()) };
    },

    outcome() {
      return outcome(playing());
    },

    observe({ player }) {
      return { view: observe(playing(), player) };
    },

    replay({ state, actions, legal_actions: wished }) {
      current = setUp(state);
      let { over } = stateOf(current);
      const result = { states: [], outcome: null };
      if (wished) result.legal_actions = [legalActions(current)];
      for (const [index, action] of actions.entries()) {
        try {
          play(current, action);
        } catch (error) {
          if (!(error instanceof IllegalMove)) throw error;
          return { ...result, illegal: index };
        }
        result.states.push(stateOf(current));
        over = result.states.at(-1).over;
        if (wished) result.legal_actions.push(legalActions(current));
      }
      if (over && can("outcome")) result.outcome = outcome(current);
      return result;
    },

    shutdown() {
      return null;
    },
  };
}

const REQUIRED = ["initialize", "new_game", "apply", "shutdown"];

/** The error of an answer. */
function errorOf(error, IllegalMove) {
  if (error instanceof IllegalMove) return { code: -32002, message: error.message };
  if (error instanceof NotSupported) return { code: -32003, message: "not supported", data: { reason: error.message } };
  if (error instanceof Refused) return { code: error.code, message: error.message };
  console.error(error); // the game has gone wrong: where, is in the log
  return { code: -32603, message: String(error) };
}

/** Answers until it is told to shut down, or its input ends. */
export function serve(harness) {
  const methods = methodsOf(harness);

  /** Answers one line. */
  function answer(line) {
    const reply = { jsonrpc: "2.0", id: null };
    let method = null;
    try {
      const request = JSON.parse(line);
      reply.id = request.id;
      method = request.method;
      if (![...REQUIRED, ...harness.CAPABILITIES].includes(method) || !(method in methods)) {
        throw new Refused(-32601, `no method ${method}`);
      }
      reply.result = methods[method](request.params ?? {});
    } catch (error) {
      reply.error = errorOf(error, harness.IllegalMove);
    }
    process.stdout.write(`${JSON.stringify(reply)}\n`, () => {
      if (method === "shutdown") process.exit(0);
    });
  }

  console.log = console.info = console.debug = console.error; // so that what the game logs goes to standard error
  let rest = ""; // of a line that has not come whole yet
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    lines.forEach(answer);
  });
}
