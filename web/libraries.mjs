// Lists the libraries whose code ends up in a build; notice.py collects their licences.
const FILE = "libraries.json"; // in the directory of the build

/** The library that a module belongs to; nothing for a module of ours. */
function libraryOf(id) {
  const helper = /^\0(vite|rolldown)\//.exec(id); // code that these add to every build
  if (helper) return helper[1];
  const [, inside] = /.*\/node_modules\/(.+)$/.exec(id) ?? [];
  const [first, second] = inside?.split("/") ?? [];
  return first?.startsWith("@") ? `${first}/${second}` : first;
}

/** Emits the names, in order. */
export function libraries() {
  return {
    name: "libraries",
    generateBundle(_, bundle) {
      const names = new Set();
      for (const file of Object.values(bundle))
        for (const [id, module] of Object.entries(file.modules ?? {}))
          if (module.renderedLength > 0 && libraryOf(id)) names.add(libraryOf(id));
      this.emitFile({ type: "asset", fileName: FILE, source: `${JSON.stringify([...names].sort())}\n` });
    },
  };
}
