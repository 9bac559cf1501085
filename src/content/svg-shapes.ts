/** Tags that are read; what has more is answered with as many. */
const MAX_TAGS = 100_000;
/** Named elements that show each other in a row. */
const MAX_LEVELS = 500;

/** An element with an id, and how often the elements inside it are drawn through `<use>`. */
interface Group {
  readonly name: string;
  /** Elements directly in it or in unnamed ones. */
  own: number;
  /** Names that it shows, with those inside it. */
  readonly shows: string[];
}

/**
 * About how many elements a browser draws for an SVG, each copy that `<use>`, a pattern or an entity makes counted. Not more
 * than `limit` + 1 are counted.
 */
export function svgShapes(svg: string, limit: number): number {
  // Entities of its own can repeat anything without end, and no drawing needs them.
  if (/<!ENTITY/i.test(svg)) return limit + 1;
  const groups = new Map<string, Group>();
  const root: Group = { name: '', own: 0, shows: [] };
  const open: Group[] = [root];
  let tags = 0;
  for (const [tag, close, , attributes = '', empty] of svg.matchAll(
    /<(\/?)([a-z][\w:-]*)((?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*(\/?)>/gi,
  )) {
    if (++tags > MAX_TAGS) return limit + 1;
    const inside = open.at(-1)!;
    if (close) {
      if (open.length > 1) open.pop();
      continue;
    }
    const id = /\sid\s*=\s*["']([^"']*)/i.exec(attributes)?.[1];
    const group = id === undefined ? inside : { name: id, own: 0, shows: [] };
    if (id !== undefined) {
      groups.set(id, group);
      inside.shows.push(id);
    }
    group.own++;
    for (const [, shown] of tag.matchAll(/(?:href\s*=\s*["']|url\(\s*["']?)#([^"')\s]+)/gi)) group.shows.push(shown!);
    if (!empty) open.push(group);
  }
  return drawn(root, groups, limit);
}

/** Elements of a group and of all it shows. Each is counted once, so that rings and copies of copies take no time. */
function drawn(root: Group, groups: ReadonlyMap<string, Group>, limit: number): number {
  const counts = new Map<Group, number>();
  const count = (group: Group, level: number): number => {
    if (level > MAX_LEVELS) return limit + 1;
    const known = counts.get(group);
    if (known !== undefined) return known;
    // A ring is not drawn by browsers, and is nothing a drawing needs: counted as nothing while it is open.
    counts.set(group, 0);
    let sum = group.own;
    for (const name of group.shows) {
      const shown = groups.get(name);
      if (shown && shown !== group) sum += count(shown, level + 1);
      if (sum > limit) break;
    }
    counts.set(group, sum);
    return sum;
  };
  return Math.min(count(root, 0), limit + 1);
}
