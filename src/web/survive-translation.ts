/**
 * A browser's translation, and some extensions, wrap texts in elements of their own. React then finds a node in another
 * place than it put it, and the whole page would end with an error. The wrapper takes the place of its node here.
 */
export function surviveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const childOf = (parent: Node, node: Node): Node | null => {
    let at: Node | null = node;
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = childOf(this, child);
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null): T {
    insertBefore.call(this, added, next && childOf(this, next));
    return added;
  };
}
