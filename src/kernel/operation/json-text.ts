/**
 * The body of an answer as JSON that is written already. A list whose rows Postgres gives as JSON is written from them at once:
 * to make objects of the answer's form, check them against the schema and write them is half of what a page costs
 * (bench/README.md). Who writes it keeps to the schema by himself; transports that need the value get it checked.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
