// Prepares each server: a project folder and a database with the content of the site.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Postgres } from './servers/postgres.mjs';
import { installStrapi, strapiStart } from '../scripts/strapi.mjs';
import { makeStrapiProject } from './servers/strapi.mjs';
import { launcher } from './site.mjs';

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {import('./contenders.mjs').Name} Name */

/** Arguments of Node, folder and variables of a server; text that it prints once it is ready; the PostgreSQL server, if it has one. */
/** @typedef {{ args: readonly string[], cwd: string, env: Readonly<Record<string, string>>, readyText?: string, database?: Postgres }} PreparedServer */

/**
 * @typedef {object} ServerOptions
 * @property {Site} site
 * @property {string | undefined} before launcher of another checkout
 * @property {string | undefined} profile folder for profiles of Quoin in one process
 */

const DATABASE = 'bench';

/** Disables the response cache, so that the cost of a response is measured. */
const UNCACHED = { QUOIN_CACHE: '0' };

/**
 * @param {Exclude<Name, 'bare'>} name
 * @param {ServerOptions} options
 * @returns {Promise<PreparedServer>}
 */
export async function prepareServer(name, options) {
  const { site, before } = options;
  switch (name) {
    case 'strapi':
      return strapiServer(site);
    case 'postgres': {
      const database = await Postgres.start();
      await fill(database, site);
      const env = { ...database.variables(DATABASE), ...UNCACHED };
      return { args: quoin(name, options), cwd: site.project, env, database };
    }
    case 'before': {
      if (before === undefined) throw new Error('--before names no checkout');
      return { args: [before, 'start'], cwd: site.project, env: resetSite(site, name) };
    }
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
 * Moves the content there, like `quoin copy`, and has the database report commits.
 * @param {Postgres} database
 * @param {Site} site
 */
async function fill(database, site) {
  await database.run(`CREATE DATABASE ${DATABASE}`);
  // Of a copy: opening a database changes the mode of its journal, and Strapi is to have that of its own.
  const from = onSqlite(site.copy('moved'));
  site.run(['copy', '--to', database.address(DATABASE)], from);
  site.run(['attach'], database.variables(DATABASE));
  // So that the server does neither in the middle of a round.
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
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`];
  return [...flags, launcher, 'start'];
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
