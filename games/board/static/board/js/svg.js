/** Making SVG elements, and keeping one element a key from one drawing to the next. */

const NAMESPACE = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value);
  }
  made.append(...children);
  return made;
}

export const translate = ({ x, y }) => `translate(${x} ${y})`;

/**
 * Makes the layer hold exactly one element for each item, in their order.
 *
 * An element stays the same as long as its item's key does, so that focus and
 * running animations survive. `make(item)` builds a new one, `update(node, item)`
 * is called for every one.
 */
export function keyed(layer, items, make, update = () => {}) {
  const before = new Map();
  for (const node of layer.children) before.set(node.dataset.key, node);
  const kept = new Set();
  items.forEach((item, index) => {
    const key = String(item.key);
    let node = before.get(key);
    if (!node) {
      node = make(item);
      node.dataset.key = key;
    }
    kept.add(node);
    update(node, item);
    if (layer.children[index] !== node) {
      layer.insertBefore(node, layer.children[index] ?? null);
    }
  });
  for (const node of [...layer.children]) if (!kept.has(node)) node.remove();
}
