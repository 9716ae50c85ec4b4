let created = 0;

module.exports = {
  beforeCreate({ params: { data } }) {
    data.title = data.title.trim();
    data.views ??= 0;
  },

  async afterCreate({ result }) {
    if (result.done) return;
    created += 1;
  },
};
