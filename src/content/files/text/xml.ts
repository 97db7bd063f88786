import { Parser } from 'htmlparser2';

/** Attributes by their names, and by their names without prefix. */
export type Attributes = Record<string, string>;

/** Called with names without their prefixes: which prefix a namespace has is the writer's choice. */
export type XmlHandler = {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function withLocalNames(attributes: Attributes): Attributes {
  const result = { ...attributes };
  for (const [name, value] of Object.entries(attributes)) result[localName(name)] ??= value;
  return result;
}

/** Reads XML event by event. Knows the five entities of XML and none that a document declares, so none can explode. */
export function readXml(xml: string, handler: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), withLocalNames(attributes)),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}
