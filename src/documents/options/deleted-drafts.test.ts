// Drafts of other types, after Strapi switched the drafts of their targets off, which deletes these drafts and the links
// to them, and the project switches them on again.
import { describe, expect, test } from 'vitest';
import { schemasOf, SwitchedProject } from '../../../test/support/switched-project.ts';
import { strapiSchemas, type Options } from '../../../test/support/strapi-schemas.ts';
import { titlesOf, type VersionProject } from '../../../test/support/version-project.ts';

const to = (relation: string, target: string, side: object): object => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...side,
});

const make = (): SwitchedProject =>
  SwitchedProject.make((options) =>
    schemasOf(
      {
        story: {
          topic: to('manyToOne', 'topic', { inversedBy: 'stories' }),
          cover: to('oneToOne', 'topic', { inversedBy: 'covered' }),
          topics: to('manyToMany', 'topic', { inversedBy: 'mentioned' }),
        },
        topic: {
          stories: to('oneToMany', 'story', { mappedBy: 'topic' }),
          covered: to('oneToOne', 'story', { mappedBy: 'cover' }),
          mentioned: to('manyToMany', 'story', { mappedBy: 'topics' }),
        },
      },
      options,
    ),
  );

const OFF: Options = { story: { drafts: true } };
const ON: Options = { ...OFF, topic: { drafts: true } };

/** What Strapi leaves of topics without drafts. */
async function switchOffElsewhere(project: VersionProject): Promise<void> {
  const key = 'strapi_content_types_schema';
  const lost = 'select id from topics where published_at is null';
  const links = ['storys_topic_lnk', 'storys_cover_lnk', 'storys_topics_lnk'];
  await project.script(
    [
      `delete from strapi_core_store_settings where key = '${key}'`,
      `insert into strapi_core_store_settings (key, value, type) values ('${key}', '${strapiSchemas({ ...OFF, topic: {} })}', 'object')`,
      ...links.map((table) => `delete from ${table} where topic_id in (${lost})`),
      'delete from topics where published_at is null',
    ].join(';'),
  );
}

describe('a draft that has lost its links', () => {
  const ATTRIBUTES = ['topic', 'cover', 'topics'] as const;

  const shown = async (project: VersionProject, story: string): Promise<readonly unknown[]> => {
    const query = `status=draft&${ATTRIBUTES.map((name) => `populate[${name}]=true`).join('&')}`;
    const draft = await project.read('story', story, query);
    return ATTRIBUTES.map((name) => titlesOf(draft?.[name]));
  };

  test.each([
    ['gets those of its published row', null, 'a'],
    ['keeps a to-one link that was set in the meantime', 'b', 'b'],
  ])('%s', async (_what, meanwhile, topic) => {
    const made = make();
    let project = await made.start(ON);
    const a = await project.published('topic', { title: 'a' });
    await project.published('topic', { title: 'b' });
    const story = await project.published('story', {
      title: 's',
      topic: a,
      cover: a,
      topics: [a],
    });
    await switchOffElsewhere(project);
    expect(await shown(project, story)).toEqual([[], [], []]);
    if (meanwhile !== null) {
      await project.script(
        `insert into storys_topic_lnk (story_id, topic_id, story_ord)
        select story.id, topic.id, 1 from storys as story cross join topics as topic
        where story.published_at is null and topic.title = '${meanwhile}'`,
      );
    }
    project = await made.start(ON);
    expect(await shown(project, story)).toEqual([[topic], ['a'], ['a']]);
    await project.act('publish', ['story', story]);
    expect(await shown(project, story)).toEqual([[topic], ['a'], ['a']]);
    await project.assertWhole();
  });

  test('drops links to rows that do not exist', async () => {
    const made = make();
    let project = await made.start(ON);
    const a = await project.published('topic', { title: 'a' });
    const story = await project.published('story', { title: 's', topic: a });
    await switchOffElsewhere(project);
    await project.script(
      `insert into storys_topic_lnk (story_id, topic_id, story_ord)
      select id, 4711, 1 from storys where published_at is null`,
    );
    project = await made.start(ON);
    expect((await shown(project, story))[0]).toEqual(['a']);
    expect(await project.rows('select 1 from storys_topic_lnk')).toHaveLength(2);
  });
});
