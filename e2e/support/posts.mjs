// Posts made through the API, so that a test knows exactly what is there.

/** The specified multipart fields of a post; `change` overrides. */
export function postForm(number, change = {}) {
  const fields = {
    title_az: `Yazı ${number}`,
    title_en: `Post ${number}`,
    title_ru: `Запись ${number}`,
    excerpt_az: 'Qısa',
    excerpt_en: 'Short',
    excerpt_ru: 'Кратко',
    content_az: '<p>Mətn</p>',
    content_en: '<p>Text</p>',
    content_ru: '<p>Текст</p>',
    category: 'audit',
    author: 'Aygün Məmmədova',
    featured: 'false',
    ...change,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

async function send(url, method, token, form) {
  const answer = await fetch(url, { method, body: form, headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Creates `count` posts, `change(number)` says how each differs; answers them in order of creation. */
export async function createPosts(cms, count, change = () => ({})) {
  const token = await cms.token();
  const posts = [];
  for (let number = 1; number <= count; number++) {
    posts.push(await send(`${cms.url}/api/blog/posts/`, 'POST', token, postForm(number, change(number))));
  }
  await cms.published();
  return posts;
}

/** What somebody else does to a post while a test has it open. */
export async function changePost(cms, id, change) {
  return send(`${cms.url}/api/blog/posts/${id}/`, 'PUT', await cms.token(), postForm(id, change));
}

export async function readPost(cms, id) {
  return (await fetch(`${cms.url}/api/blog/posts/${id}/`)).json();
}
