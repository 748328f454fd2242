"""Addresses of the account pages, below the language prefix.

allauth's views under allauth's names, only the pages that this site has; and
those of the player's settings.
"""

from allauth.account import views
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.urls import path, re_path

from accounts.views import (
    PasswordResetFromKey,
    block,
    email,
    name,
    session_end,
    sessions,
    sessions_end,
    settings,
    unblock,
)

urlpatterns = [
    path("settings/", settings, name="account_settings"),
    path("block/<str:name>/", block, name="account_block"),
    path("unblock/<str:name>/", unblock, name="account_unblock"),
    path("name/", name, name="account_name"),
    path("sessions/", sessions, name="usersessions_list"),
    path("sessions/end/", sessions_end, name="account_sessions_end"),
    path("sessions/<int:session_id>/end/", session_end, name="account_session_end"),
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("again/", views.reauthenticate, name="account_reauthenticate"),
    path("signup/", views.signup, name="account_signup"),
    path("email/", email, name="account_email"),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$",
        views.confirm_email,
        name="account_confirm_email",
    ),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path(
        "password/reset/done/",
        views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        PasswordResetFromKey.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("factor/", factor.index, name="mfa_index"),
    path("factor/login/", factor.authenticate, name="mfa_authenticate"),
    path("factor/again/", factor.reauthenticate, name="mfa_reauthenticate"),
    path("factor/app/add/", totp.activate_totp, name="mfa_activate_totp"),
    path("factor/app/remove/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("factor/codes/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "factor/codes/new/",
        recovery.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path(
        "factor/codes/file/",
        recovery.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
    path("passkey/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("passkey/add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("passkey/login/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path(
        "passkey/again/",
        webauthn.reauthenticate_webauthn,
        name="mfa_reauthenticate_webauthn",
    ),
    path("passkey/<int:pk>/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path(
        "passkey/<int:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"
    ),
]
