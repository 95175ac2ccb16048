// Stands for a script that the page has already: every press sends this short text instead of it.
// What comes before the script waits for it.

export default function (given) {
  const { scripts, waiting } = (globalThis.__calypso ??= { scripts: {}, waiting: {} });
  const { script } = given.data;
  if (scripts[script]) return scripts[script](given);
  (waiting[script] ??= []).push(given);
}
