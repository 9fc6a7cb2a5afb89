/** A function of the database, with the text that the server keeps of it. */
export type DatabaseFunction = Readonly<{ name: string; body: string; definition: string }>;

/** `head`: from the name on, with parameters and result. */
export function functionOf(head: string, body: string): DatabaseFunction {
  const definition = `CREATE OR REPLACE FUNCTION ${head}\nLANGUAGE plpgsql AS $body$${body}$body$;\n`;
  return { name: head.slice(0, head.indexOf('(')), body, definition };
}
