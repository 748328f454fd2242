/**
 * Lets node import the site's scripts as a browser does.
 *
 * Under /static/ the apps' folders lie side by side, in the checkout each in its app;
 * and without a package.json node would take a .js file for CommonJS.
 */

import { register } from "node:module";

const ROOT = new URL("../", import.meta.url).href;

const hooks = `
  const SCRIPT = /\\/(?:games|coins|nardi_site)\\/.*\\/?static\\/(\\w+)\\/(.*\\.js)$/;
  export async function resolve(specifier, context, next) {
    if (/^[./]|^file:/.test(specifier)) {
      const found = new URL(specifier, context.parentURL).href.match(SCRIPT);
      if (found) {
        const room = { coins: "coins", site: "nardi_site" }[found[1]] ?? "games/" + found[1];
        const url = "${ROOT}" + room + "/static/" + found[1] + "/" + found[2];
        return { url, format: "module", shortCircuit: true };
      }
    }
    return next(specifier, context);
  }
`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** The module at an address below /static/, as in scripts("board/js/geometry.js"). */
export function scripts(path) {
  const [app] = path.split("/");
  const room = { coins: "coins", site: "nardi_site" }[app] ?? `games/${app}`;
  return import(`${ROOT}${room}/static/${path}`);
}
