import ts from 'typescript'

/** A row of the page: a setting, or a member of one. */
interface Row {
  name: string
  type: string
  /** The value without the setting, as its comment says; else `none`. */
  without: string
  meaning: string
}

/** The text that the page has before and behind its table. */
const HEAD = `# Settings

For platform teams: every setting of a stage, its type, its default and what it costs.

No settings are required: an empty object is a deployment. The settings of a stage are one entry of \`storefront.config.ts\`, or the properties of
[the construct](construct.md). Unknown names, values of a wrong type and settings that contradict each other are refused before anything is
synthesized, all in one message. \`-c <setting>=<value>\` of \`npm run deploy\` sets one for a single deployment; the next one without it removes it.

| Setting | Type | Default | |
|---|---|---|---|
`
const FOOT = `
Costs are from [Cost](cost.md); settings without one cost nothing. This page is made from the comments in \`lib/infra/settings/settings.ts\`.

## See also

- [Operations](operations.md)
- [Cost](cost.md)
- [Limits](limits.md)
`

/**
 * The page of settings, as Markdown, from the source of the interface \`StorefrontSettings\` and of those that it uses. Properties
 * without a comment share the one above. Throws if one has none at all.
 */
export function settingsPage(source: string): string {
  const file = ts.createSourceFile('settings.ts', source, ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    file.statements.filter((one) => ts.isInterfaceDeclaration(one)).map((one) => [one.name.text, one]),
  )
  const main = interfaces.get('StorefrontSettings')
  if (!main) throw new Error('there is no interface StorefrontSettings')
  const rows = rowsOf(main, interfaces).map(
    ({ name, type, without, meaning }) =>
      `| <a id="${name}"></a>\`${name}\` | ${type.replaceAll('|', '\\|')} | ${without} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return `${HEAD}${rows.join('\n')}\n${FOOT}`
}

type Interfaces = ReadonlyMap<string, ts.InterfaceDeclaration>

function rowsOf(declaration: ts.InterfaceDeclaration, interfaces: Interfaces, prefix = ''): Row[] {
  let shared: { text: string; index: number } | undefined
  return declaration.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) || !member.type) throw new Error(`not a setting: ${member.getText()}`)
    const name = `${prefix}${member.name.getText()}`
    const own = commentOf(member)
    shared = own === undefined ? shared && { ...shared, index: shared.index + 1 } : { text: own, index: 0 }
    if (!shared) throw new Error(`${name} has no comment`)
    const inner = declarationsIn(member.type, interfaces)
    const { without, meaning } = read(shared.text, shared.index)
    const row = { name, type: typeOf(member.type, interfaces), without, meaning }
    return [row, ...inner.flatMap((one) => rowsOf(one, interfaces, `${name}.`))]
  })
}

/** The text of a member's comment in one line; undefined if it has none. */
function commentOf(member: ts.PropertySignature): string | undefined {
  const [comment] = ts.getJSDocCommentsAndTags(member)
  const text = comment && ts.isJSDoc(comment) ? ts.getTextOfJSDocComment(comment.comment) : undefined
  return text?.replaceAll(/\s+/g, ' ').trim()
}

/** Behind a comment's last sentence: `Default 500, 1,000.` is of two settings, in their order. */
const DEFAULT = / ?Default:? (.+?)\.$/

function read(text: string, index: number): { without: string; meaning: string } {
  const [, said] = DEFAULT.exec(text) ?? []
  const values = said?.split(/(?<=\d), (?=\d)/) ?? []
  const without = values.length > 1 ? values[index] : said
  return { without: without ?? 'none', meaning: index > 0 ? 'see above' : text.replace(DEFAULT, '') }
}

function declarationsIn(type: ts.TypeNode, interfaces: Interfaces): ts.InterfaceDeclaration[] {
  const declaration = ts.isTypeReferenceNode(type) ? interfaces.get(type.typeName.getText()) : undefined
  if (!declaration) return []
  const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap(({ expression }) => interfaces.get(expression.getText()) ?? []),
  )
  return [...bases, declaration]
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  'Record<string, string>': 'texts by their names',
  '{ readUnits: number; writeUnits: number }': '`readUnits` and `writeUnits`, numbers',
}

function typeOf(type: ts.TypeNode, interfaces: Interfaces): string {
  if (declarationsIn(type, interfaces).length > 0) return 'the members below'
  const text = type.getText()
  if (ts.isUnionTypeNode(type))
    return type.types.map((one) => `\`${one.getText().replaceAll("'", '')}\``).join(' or ')
  return WORDS[text] ?? text
}
