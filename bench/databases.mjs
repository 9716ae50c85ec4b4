// Prepares each server: its project folder, and its database with the content of the site.
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Postgres } from './servers/postgres.mjs';
import { installStrapi, strapiStart } from '../scripts/strapi.mjs';
import { makeStrapiProject } from './servers/strapi.mjs';
import { launcher } from './site.mjs';

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {import('./contenders.mjs').Name} Name */

/** Arguments of Node, working directory and environment of a server; text that it prints when it is ready; its PostgreSQL server, if any. */
/** @typedef {{ args: readonly string[], cwd: string, env: Readonly<Record<string, string>>, readyText?: string, database?: Postgres }} PreparedServer */

/**
 * @typedef {object} ServerOptions
 * @property {Site} site
 * @property {string | undefined} before launcher of another checkout
 * @property {string | undefined} profile folder for CPU profiles of Quoin
 */

const DATABASE = 'bench';

/** Disables the response cache, so that each response is computed. */
const UNCACHED = { QUOIN_CACHE: '0' };

/**
 * @param {Exclude<Name, 'bare'>} name
 * @param {ServerOptions} options
 * @returns {Promise<PreparedServer>}
 */
export async function prepareServer(name, options) {
  const { site } = options;
  switch (name) {
    case 'strapi':
      return strapiServer(site);
    case 'postgres':
    case 'postgres-before': {
      const database = await Postgres.start();
      await fill(database, site);
      const env = { ...database.variables(DATABASE), ...UNCACHED };
      const args = name === 'postgres' ? quoin(name, options) : former(options);
      return { args, cwd: site.project, env, database };
    }
    case 'before':
      return { args: former(options), cwd: site.project, env: resetSite(site, name) };
    case 'single': {
      const args = [launcher, 'start', '--workers', '1'];
      return { args, cwd: site.project, env: resetSite(site, name) };
    }
    case 'workers': {
      const args = [launcher, 'start', '--workers', '2'];
      return {
        args,
        cwd: site.project,
        env: resetSite(site, name),
        readyText: '2 workers are ready.',
      };
    }
    case 'indexed': {
      const env = { ...resetSite(site, name), QUOIN_SEARCH_INDEX: 'true' };
      return { args: quoin(name, options), cwd: site.project, env };
    }
    case 'cached':
      return { args: quoin(name, options), cwd: site.project, env: onSqlite(site.copy(name)) };
    case 'sqlite':
      return { args: quoin(name, options), cwd: site.project, env: resetSite(site, name) };
  }
}

/**
 * @param {Site} site
 * @returns {PreparedServer}
 */
function strapiServer(site) {
  installStrapi();
  const cwd = path.join(site.folder, 'strapi');
  makeStrapiProject(site.project, cwd);
  return { args: strapiStart, cwd, env: onSqlite(site.copy('strapi')) };
}

/**
 * Copies the content with `quoin copy`, and installs the commit notifications with `quoin attach`.
 * @param {Postgres} database
 * @param {Site} site
 */
async function fill(database, site) {
  await database.run(`CREATE DATABASE ${DATABASE}`);
  // From a copy, since opening a database changes its journal mode, and Strapi's file must keep its own.
  const source = onSqlite(site.copy('moved'));
  site.run(['copy', '--to', database.address(DATABASE)], source);
  site.run(['attach'], database.variables(DATABASE));
  // Otherwise the server might do either in the middle of a round.
  await database.run('VACUUM ANALYZE', DATABASE);
  await database.run('CHECKPOINT');
}

/**
 * @param {Name} name
 * @param {ServerOptions} options
 */
function quoin(name, { profile }) {
  if (profile === undefined) return [launcher, 'start'];
  mkdirSync(profile, { recursive: true });
  // A workload may start each server several times.
  const file = `${name}-${readdirSync(profile).length + 1}.cpuprofile`;
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${file}`];
  return [...flags, launcher, 'start'];
}

/** Arguments of the other checkout. @param {ServerOptions} options */
function former({ before }) {
  if (before === undefined) throw new Error('Name the other checkout with --before <folder>.');
  return [before, 'start'];
}

/**
 * @param {Site} site
 * @param {Name} name
 */
function resetSite(site, name) {
  return { ...onSqlite(site.copy(name)), ...UNCACHED };
}

/** @param {string} file */
function onSqlite(file) {
  return { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: file };
}
