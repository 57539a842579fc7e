import type { FoundPost } from './props';

export function ResultCard({ post, more }: { post: FoundPost; more: string }) {
  return (
    <li className="result-card">
      {post.image ? (
        <img src={post.image} alt="" width={480} height={320} loading="lazy" decoding="async" />
      ) : (
        <span className="result-card__blank" />
      )}
      <div className="result-card__text">
        <p className="result-card__facts">
          <span>{post.category}</span> <span>{post.date}</span>
        </p>
        <h3>
          <a href={post.url} lang={post.title_lang}>
            {post.title}
          </a>
        </h3>
        <p lang={post.excerpt_lang}>{post.excerpt}</p>
        <span className="result-card__more" aria-hidden="true">
          {more}
        </span>
      </div>
    </li>
  );
}
