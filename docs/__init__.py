"""The site: guides, templates of its pages, and `docs.build`, which fills them."""
