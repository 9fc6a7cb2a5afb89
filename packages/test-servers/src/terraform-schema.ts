/** The schema of a resource of Terraform, read from the bindings for TypeScript that were made from it. */

type Attribute = Readonly<{
  name: string;
  type: unknown;
  required?: boolean;
  optional?: boolean;
  computed?: boolean;
  writeOnly?: boolean;
}>;

export type Block = Readonly<{
  attributes: readonly Attribute[];
  blocks: readonly Readonly<{ name: string; nesting: string; required: boolean; block: Block }>[];
}>;

/** Types of the bindings, as Terraform writes them. */
const TYPES: Readonly<Record<string, unknown>> = {
  string: 'string',
  number: 'number',
  boolean: 'bool',
  stringMap: ['map', 'string'],
  numberMap: ['map', 'number'],
  booleanMap: ['map', 'bool'],
  stringList: ['list', 'string'],
  numberList: ['list', 'number'],
};
/** Types of methods that read computed attributes. */
const COMPUTED: Readonly<Record<string, unknown>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'bool',
  StringMap: ['map', 'string'],
  List: ['list', 'string'],
};

/** An attribute or a block, as the bindings write it. */
const ENTRY =
  /^ +(\w+): \{\n +value: .*?\b(?:this\._|struct\.)(\w+).*\n +isBlock: (true|false),\n +type: "(\w+)",\n +storageClassType: "(\w+)",/gm;

export const isResource = (code: string, name: string): boolean => code.includes(`tfResourceType = "${name}"`);

/** The block of a resource, of a data source or of the provider. */
export function blockOf(code: string, types: string): Block {
  const [, attributes = ''] = /synthesizeHclAttributes\(\) \{([\s\S]*?)\n {4}\}\n/.exec(code) ?? [];
  const config = /export interface (\w+Config) extends/.exec(types)?.[1] ?? '';
  const block = blockIn({ code, types }, attributes, config);
  const known = new Set([...block.attributes, ...block.blocks].map(({ name }) => name));
  const [, own = ''] =
    /synthesizeAttributes|class \w+ extends cdktf\.Terraform(?:Resource|DataSource|Provider)([\s\S]*)/.exec(code) ?? [];
  const filled = Array.from(own.matchAll(/get(String|Number|Boolean|StringMap|List)Attribute\('(\w+)'\)/g));
  const objects = Array.from(own.matchAll(/= new \w+\(this, "(\w+)"/g), ([, name = '']) => name);
  const computed = [
    ...filled.map(([, type = '', name = '']) => ({ name, type: COMPUTED[type], computed: true })),
    ...objects.map((name) => ({ name, type: 'dynamic', computed: true })),
  ];
  const more = new Map(computed.filter(({ name }) => !known.has(name)).map((one) => [one.name, one]));
  return { ...block, attributes: [...block.attributes, ...more.values()] };
}

type Source = Readonly<{ code: string; types: string }>;

function blockIn(source: Source, text: string, struct: string): Block {
  const fields = interfaceIn(source.types, struct);
  const entries = Array.from(text.matchAll(ENTRY), ([, name = '', field = '', isBlock, nesting = '', type = '']) => ({
    name,
    nesting,
    type,
    isBlock: isBlock === 'true',
    required: new RegExp(`readonly ${field}:`).test(fields),
  }));
  return {
    attributes: entries.filter(({ isBlock }) => !isBlock).map(attributeOf),
    blocks: entries
      .filter(({ isBlock }) => isBlock)
      .map(({ name, nesting, type, required }) => {
        const inner = nesting === 'struct' ? type : type.replace(/List$/, '');
        return { name, nesting, required, block: blockIn(source, functionOf(source.code, inner), inner) };
      }),
  };
}

function attributeOf({
  name,
  nesting,
  type,
  required,
}: Readonly<Record<'name' | 'nesting' | 'type', string>> & { required: boolean }): Attribute {
  const found = TYPES[type];
  const known = Array.isArray(found) && nesting === 'set' ? ['set', found[1]] : (found ?? 'dynamic');
  return {
    name,
    type: known,
    ...(required ? { required } : { optional: true, computed: !name.includes('_wo') }),
    ...(name.endsWith('_wo') && { writeOnly: true, computed: false }),
  };
}

const interfaceIn = (types: string, name: string): string =>
  new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(types)?.[1] ?? '';

const functionOf = (code: string, struct: string): string => {
  const name = `${struct.charAt(0).toLowerCase()}${struct.slice(1)}ToHclTerraform`;
  return new RegExp(`^function ${name}\\(struct\\) \\{([\\s\\S]*?)\\n\\}`, 'm').exec(code)?.[1] ?? '';
};
