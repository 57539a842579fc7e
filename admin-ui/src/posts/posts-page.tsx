import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { withTexts } from '../i18n';
import type { Workspace } from '../saving/workspace';
import { Wishes } from '../saving/wishes';
import { AskWorkspace, WorkspaceContext } from '../saving/workspace-context';
import { NotHere } from '../ui/not-here';
import { Part, usePart } from '../ui/part';
import { PostList } from './post-list';
import { usePosts } from './use-posts';
import './posts.css';
import './list.css';

const source = new Part(() => withTexts(['desk'], () => import('./desk')));

/** The one page of the admin: a form on top, the posts below. What is asked of the form before it is here is done when it comes. */
export function PostsPage() {
  const { t } = useTranslation();
  const list = usePosts();
  const { part: code, failed } = usePart(source);
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [wishes] = useState(() => new Wishes(source.fetch));

  function onReady(ready: Workspace) {
    setWorkspace(ready);
    wishes.fulfil(ready);
  }

  return (
    <WorkspaceContext value={workspace}>
      <AskWorkspace value={wishes.ask}>
        {code ? (
          <code.Desk list={list} onReady={onReady} />
        ) : failed ? (
          <NotHere onRetry={source.fetch} />
        ) : (
          <p className="desk-coming muted">{t('layout.arriving')}</p>
        )}
        <PostList list={list} Bar={code?.SelectionBar} />
      </AskWorkspace>
    </WorkspaceContext>
  );
}
