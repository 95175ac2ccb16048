// Says so where a page has come and the tutor does not answer it: some networks let pages through and
// hold back the connection over which everything else comes. Once there is one, connection.js looks on.
(() => {
  const LATE = 10000; // milliseconds after which a connection that is sought is late
  const OFTEN = 500;
  const words = document.querySelector(".unreached");
  let sought;
  const look = () => {
    const app = document.querySelector("[data-test-connection-state]");
    const there = app?.dataset.testConnectionState === "CONNECTED";
    if (app) sought ??= performance.now();
    words.hidden = there || !(performance.now() - sought > LATE);
    if (there) words.remove();
    else setTimeout(look, OFTEN);
  };
  look();
})();
