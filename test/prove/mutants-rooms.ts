/** A folder, or some files of one, whose functions depend on their arguments alone, and the tests that prove them. */
export interface Room {
  /** Its files, from the root. */
  files: string[]
  /** Folders or files with its tests, from the root. Those that need the stack are left out. */
  tests: string[]
  /** Files among them that prove sizes and times: each fault would wait for them. */
  slow?: string[]
  /** The share of its mutants, in percent, that these tests notice at least. */
  least: number
}

const rule = (name: string, least: number): [string, Room] => [
  `domain/${name}`,
  { files: [`lib/domain/${name}/**/*.ts`], tests: [`test/domain/${name}`], least },
]

/** By their names on the command line. */
export const ROOMS: ReadonlyMap<string, Room> = new Map<string, Room>([
  rule('products', 90),
  rule('stock', 90),
  rule('body', 90),
  rule('text', 90),
  rule('api-keys', 80),
  rule('webhooks', 80),
  rule('imports', 80),
  [
    'domain',
    {
      // The lists of countries and currencies are tables, which only a copy of them could prove.
      files: ['lib/domain/*.ts', '!lib/domain/{countries,currency-decimals}.ts'],
      tests: ['test/domain/*.test.ts'],
      least: 80,
    },
  ],
  [
    'catalogue-files',
    {
      // The titles of columns in other languages are a table.
      files: [
        'lib/import/catalogue-files/**/*.ts',
        '!lib/import/catalogue-files/dialects/woocommerce-titles.ts',
      ],
      tests: ['test/import/catalogue-files'],
      least: 90,
    },
  ],
  [
    'import/read',
    {
      files: ['lib/import/read/**/*.ts'],
      tests: ['test/import/read'],
      slow: ['hostile-files', 'linear-time', 'spreadsheet-cells'].map(
        (name) => `test/import/read/${name}.test.ts`,
      ),
      least: 90,
    },
  ],
  [
    'import/plan',
    {
      files: [
        'lib/import/{plan-row,row-names,row-categories,duplicate-skus,asked-slug,without-price,unpriced}.ts',
      ],
      tests: ['test/import/plan'],
      least: 90,
    },
  ],
  [
    'import/write',
    {
      files: [
        'lib/import/write/{empty-cells,known-sizes,losses,merge-row,row-counts,row-variants,row-without-options,schema-faults}.ts',
      ],
      tests: ['test/import/write'],
      slow: ['test/import/write/any-rows.test.ts'],
      least: 90,
    },
  ],
  [
    'http',
    {
      files: [
        'lib/api/http/parameters/**/*.ts',
        'lib/api/http/conditional/**/*.ts',
        'lib/api/http/lists/cursor.ts',
        'lib/data/event-filter.ts',
      ],
      tests: ['test/api/http', 'test/data'],
      least: 80,
    },
  ],
  [
    'delivery',
    {
      files: ['lib/delivery/{is-over,outcome,wake-up-turn}.ts'],
      tests: ['is-over', 'outcome', 'wake-up-turn'].map((name) => `test/delivery/${name}.test.ts`),
      least: 90,
    },
  ],
  [
    'client',
    {
      files: ['clients/typescript/src/retry.ts', 'clients/typescript/src/sync/*.ts'],
      tests: ['test/client/retry', 'test/client/sync'],
      least: 80,
    },
  ],
])
