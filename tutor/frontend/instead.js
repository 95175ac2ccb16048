(function () {
  if (CONDITION) return;
  var words = WORDS, query = /[?&]lang=(\w+)/.exec(location.search);
  var asked = (query && query[1]) || String(navigator.language).slice(0, 2);
  // What follows comes to stand in a template, where no script of it runs.
  document.write('<body><p role="alert" style="margin:2em auto;max-width:34em;padding:0 1em;'
    + 'font:20px/1.6 sans-serif;overflow-wrap:anywhere"></p><template>');
  document.querySelector("[role=alert]").textContent = words[asked] || words.en;
})();
