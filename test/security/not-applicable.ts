// Published vulnerabilities of Strapi without a counterpart in Quoin, each with the reason. The others are tested in
// this folder.

/** A vulnerability, and why it cannot happen here. */
export interface NotApplicable {
  readonly id: string;
  readonly what: string;
  readonly why: string;
}

export const NOT_APPLICABLE: readonly NotApplicable[] = [
  {
    id: 'CVE-2019-19609',
    what: 'A shell command in the name of a plugin that is installed from the admin panel.',
    why: 'Nothing is installed at run time, and no route or command starts a shell.',
  },
  {
    id: 'CVE-2020-13961',
    what: 'Settings of mails that were not checked, changed from the admin panel.',
    why: 'Mails are set up in files of the project; there is no route that changes them.',
  },
  {
    id: 'CVE-2020-27664',
    what: 'Webhooks of the admin panel without a check of permissions.',
    why: 'There are no routes for webhooks; they are read from the database and the configuration.',
  },
  {
    id: 'CVE-2020-27666',
    what: 'A script in the preview of the editor of the admin panel.',
    why: 'There is no admin panel here, and what is written is answered as JSON only.',
  },
  {
    id: 'CVE-2021-46440',
    what: 'The password of the documentation plugin kept in a cookie.',
    why: 'There is no documentation plugin, and no password of anybody is kept in a cookie.',
  },
  {
    id: 'CVE-2022-0764',
    what: 'A shell command in the name of a project that is made from a template.',
    why: 'Making a project copies files; no command is built from what was typed.',
  },
  {
    id: 'CVE-2023-37263',
    what: 'A field shown as the title of a relation in the content manager.',
    why: 'The content manager is a part of the admin panel, which is not here.',
  },
  {
    id: 'CVE-2023-48218',
    what: 'A third-party plugin that protects populate, and could be bypassed.',
    why: 'The plugin is not part of Strapi or Quoin; permissions are checked when populate is planned.',
  },
  {
    id: 'CVE-2024-29181',
    what: 'Views of relations in the content manager that show what a role may not see.',
    why: 'The content manager is a part of the admin panel, which is not here.',
  },
  {
    id: 'CVE-2024-37818',
    what: 'Pictures fetched from any address by the web site of the makers.',
    why: 'Said of a web site that shows pictures; nothing here fetches an address from a request.',
  },
  {
    id: 'CVE-2024-52588',
    what: 'Webhooks that call addresses inside of the own network.',
    why: 'No route takes an address that is called later; operators alone write such addresses.',
  },
];
