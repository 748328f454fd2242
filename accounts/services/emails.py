"""A player's confirmed address, as allauth keeps it beside the player."""

from allauth.account.models import EmailAddress

from accounts.models import User


def email_keep(*, user: User) -> None:
    """Have allauth's row say of the player's address that it is confirmed.

    One that whoever runs the site entered has no row yet, and would be taken for
    one that is only wished for.
    """
    if not user.email:
        return
    address, _ = EmailAddress.objects.get_or_create(user=user, email=user.email.lower())
    if not (address.verified and address.primary):
        others = EmailAddress.objects.filter(user=user).exclude(pk=address.pk)
        others.filter(verified=True).delete()
        others.update(primary=False)
        address.verified = address.primary = True
        address.save()
