// The front end of the widgets: it loads <contrada-board> once for a page and passes on what is said.

const NAME = "contrada-board";
const WISHES = ["decide", "look", "refuse", "undo"];
// What says that a page is dark; games/showing.py looks for the same.
const DARK = `[data-jp-theme-light="false"], .vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light), [data-theme="dark"], [theme="dark"], .dark`;

let loading = null;

/** Defines the element; its script comes packed with the model. */
function load(model) {
  loading ??= customElements.get(NAME) ? Promise.resolve() : define(model.get("_element"));
  return loading;
}

async function define(packed) {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = new Blob([await new Response(unpacked).text()], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  await import(address);
  URL.revokeObjectURL(address);
}

function dress(board, around) {
  board.setAttribute("theme", around.closest(DARK) ? "dark" : "light");
}

async function render({ model, el }) {
  await load(model);
  const board = document.createElement(NAME);
  board.setAttribute("controls", "");
  // Keys on the board are for the board, not for the notebook.
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  el.addEventListener("keydown", (event) => event.stopPropagation());

  const show = () => (board.replay = model.get("_replay"));
  const open = () => (board.turn = model.get("_turn"));
  const choose = () => (board.decisions = model.get("_decisions"));
  const go = () => (board.step = model.get("step"));
  const hear = (said) => {
    if (said.type === "preview") board.preview = said;
    else board.refused = said;
  };
  choose();
  go();
  show();
  open();
  model.on("change:_decisions", choose);
  model.on("change:_replay", show);
  model.on("change:_turn", open);
  model.on("change:step", go);
  model.on("msg:custom", hear);

  board.addEventListener("step", ({ detail: { step } }) => {
    if (step === model.get("step")) return;
    model.set("step", step);
    model.save_changes();
  });
  for (const type of WISHES)
    board.addEventListener(type, ({ detail }) => model.send({ type, ...detail }));

  dress(board, el);
  const watching = new MutationObserver(() => dress(board, el));
  for (const page of [document.documentElement, document.body])
    watching.observe(page, { attributes: true });
  el.append(board);

  return () => {
    watching.disconnect();
    model.off("change:_decisions", choose);
    model.off("change:_replay", show);
    model.off("change:_turn", open);
    model.off("change:step", go);
    model.off("msg:custom", hear);
    board.remove();
  };
}

export default { render };
