export default {
  beforeCreate(event) {
    const { data } = event.params;
    data.slug ??= data.title.toLowerCase().replaceAll(' ', '-');
  },
};
