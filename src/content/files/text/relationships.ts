import { readXml } from './xml.ts';
import type { ZipMembers } from './zip-members.ts';

/** Ids of the parts that a part refers to, with their paths as written (ECMA-376 part 2, 8.5). */
export function relationships(members: ZipMembers, name: string): Map<string, string> {
  const targets = new Map<string, string>();
  readXml(members.text(name) ?? '', {
    open(element, { Id, Target }) {
      if (element === 'Relationship' && Id && Target)
        targets.set(Id, Target.replace(/^\/(xl|ppt|word)\//, ''));
    },
  });
  return targets;
}
