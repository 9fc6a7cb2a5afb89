/** A requirement of the interface, and the decision on anything that it leaves open. */
export type Row = Readonly<{
  id: string;
  /** Heading of the conformance page; `+` marks additions to the specification. */
  section: string;
  text: string;
  /** Behaviour of this service. */
  decision: string;
}>;

type Lines = readonly (readonly [id: string, text: string, decision: string])[];

/** Rows of one section. */
export const rowsOf = (section: string, lines: Lines): readonly Row[] =>
  lines.map(([id, text, decision]) => ({ id, section, text, decision }));

/** The fields of a resource as rows `S2-room.id` and so on. */
export const fieldRows = (
  section: string,
  prefix: string,
  decision: string,
  fields: Readonly<Record<string, string>>,
): readonly Row[] =>
  Object.entries(fields).map(([field, text]) => ({
    id: `${prefix}.${field}`,
    section,
    text: `\`${field}\`: ${text}`,
    decision,
  }));
