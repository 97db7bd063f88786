/**
 * A response body that is already JSON text. A list whose rows Postgres returns as JSON is assembled from them directly,
 * because building objects, checking them against the schema and serializing them is half the cost of a page
 * (bench/README.md). The code that writes the text must follow the schema itself; transports that need the value get it
 * checked.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
