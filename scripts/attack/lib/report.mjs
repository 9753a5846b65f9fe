// What a run says: a line for each attack, and a count.

const cell = (text) => String(text).replaceAll("|", "/").replaceAll(/\s+/g, " ").trim();

export class Report {
  constructor() {
    this.lines = [];
    this.figures = [];
  }

  /** `outcomes` are by column: what came of it on SQLite, on PostgreSQL; none where that has no part in it. */
  add(item, name, outcomes, isControl = false) {
    const state = (outcome) => (outcome === undefined ? "–" : outcome.fault ? "NOT RUN" : outcome.held ? "held" : isControl ? "BROKEN" : "GOT THROUGH");
    const answers = [...new Set(Object.values(outcomes).filter(Boolean).map((outcome) => cell(outcome.fault ?? outcome.answer)))];
    const line = { item, name, isControl, states: [state(outcomes.SQLite), state(outcomes.PostgreSQL)], answer: answers.join(" ∥ ").slice(0, 220) };
    this.lines.push(line);
    return line;
  }

  figure(item, text) {
    this.figures.push(`item ${item}: ${text}`);
  }

  /** Every line, by item. */
  table() {
    const order = (line) => (Number.isNaN(Number(line.item)) ? 100 + (line.item === "all" ? 1 : 0) : Number(line.item));
    const sorted = this.lines.map((line, index) => [line, index]).sort(([one, at], [other, after]) => order(one) - order(other) || at - after);
    return [Report.head(), ...sorted.map(([line]) => Report.row(line))].join("\n");
  }

  static row(line) {
    const name = line.isControl ? `(honest) ${line.name}` : line.name;
    return `| ${line.item} | ${cell(name)} | ${line.states[0]} | ${line.states[1]} | ${line.answer} |`;
  }

  static head() {
    return "| item | attack | SQLite | PostgreSQL | answer |\n|---|---|---|---|---|";
  }

  /** The last words, and whether everything held. */
  end() {
    const has = (line, ...words) => line.states.some((state) => words.includes(state));
    const attacks = this.lines.filter((line) => !line.isControl);
    const through = attacks.filter((line) => has(line, "GOT THROUGH"));
    const notRun = this.lines.filter((line) => has(line, "NOT RUN"));
    const broken = this.lines.filter((line) => has(line, "BROKEN"));
    const counted = attacks.reduce((sum, line) => sum + line.states.filter((state) => state !== "–").length, 0);
    const said = [`${attacks.length} attacks, ${counted} with both databases; ${through.length} got through, ${notRun.length} could not be run, ${broken.length} honest calls broken`];
    for (const [title, lines] of [["got through", through], ["could not be run", notRun], ["honest, and refused", broken]]) {
      if (lines.length > 0) said.push(`${title}:`, ...lines.map((line) => `  ${line.item} ${line.name}: ${line.answer}`));
    }
    return { text: [...this.figures, ...said].join("\n"), isGood: through.length + notRun.length + broken.length === 0, attacks: attacks.length };
  }
}
