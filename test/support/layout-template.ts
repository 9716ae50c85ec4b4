// Template databases with the tables of a layout.
import { openDatabase } from '../../src/app/database.ts';
import { builtInDefinitions } from '../../src/schema/built-in/definitions.ts';
import { defineRegistry } from '../../src/schema/define.ts';
import { createLayout, type Layout } from '../../src/storage/layout/layout.ts';
import { prepareDatabase } from '../../src/storage/migration/prepare-database.ts';
import type { Template } from './test-database.ts';

/** A database after its first start. */
export function layoutTemplate(layout: Layout): Template {
  return {
    key: `tables ${JSON.stringify(layout.tables)}`,
    fill: async (config) => {
      const database = await openDatabase(config);
      try {
        await prepareDatabase(database, layout, {});
      } finally {
        await database.close();
      }
    },
  };
}

/** A template with the built-in types only; the tables of a project are created when it is opened. */
export const builtInTemplate: Template = layoutTemplate(
  createLayout(defineRegistry(builtInDefinitions)),
);
