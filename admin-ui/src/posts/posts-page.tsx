import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { withTexts } from '../i18n';
import type { Workspace } from '../saving/workspace';
import { AskWorkspace, WorkspaceContext } from '../saving/workspace-context';
import { NotHere } from '../ui/not-here';
import { Part, usePart } from '../ui/part';
import { PostList } from './post-list';
import { usePosts } from './use-posts';
import './posts.css';
import './list.css';

const source = new Part(async () => (await withTexts(['desk'], () => import('./desk'))).Desk);

/** The one page of the admin: a form on top, the posts below. What is asked of the form before it is here is done when it comes. */
export function PostsPage() {
  const { t } = useTranslation();
  const list = usePosts();
  const { part: Desk, failed } = usePart(source);
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [wishes] = useState<((workspace: Workspace) => void)[]>([]);

  function ask(wish: (workspace: Workspace) => void) {
    if (workspace) return wish(workspace);
    wishes.push(wish);
    source.fetch();
  }

  function onReady(ready: Workspace) {
    setWorkspace(ready);
    for (const wish of wishes.splice(0)) wish(ready);
  }

  return (
    <WorkspaceContext value={workspace}>
      <AskWorkspace value={ask}>
        {Desk ? (
          <Desk list={list} onReady={onReady} />
        ) : failed ? (
          <NotHere onRetry={source.fetch} />
        ) : (
          <p className="desk-coming muted">{t('layout.arriving')}</p>
        )}
        <PostList list={list} />
      </AskWorkspace>
    </WorkspaceContext>
  );
}
